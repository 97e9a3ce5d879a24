"""`python -m tools.told`: hands as they were played, told as a scorekeeper would, must be settled as at the table."""
