"""How fast it is, each figure beside its target and, where there is one, beside a peer in the same run."""
