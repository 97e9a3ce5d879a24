"""The `quepu` command: one file a command, heavy imports inside the command."""
