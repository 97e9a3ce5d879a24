"""What is answered about hands, rulebooks and records, as plain values; all of it may run in a process of its own."""
