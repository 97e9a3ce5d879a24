"""Games as the server keeps them: people, database, and what each is told."""
