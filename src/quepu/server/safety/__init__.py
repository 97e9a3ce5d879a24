"""Who may speak to the server, how much, and what processes for strangers give up."""
