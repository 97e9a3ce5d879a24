"""Reviews of played games."""
