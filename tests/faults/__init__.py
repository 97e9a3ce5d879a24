"""A fault is structure: each code is provoked, and told in each language."""
