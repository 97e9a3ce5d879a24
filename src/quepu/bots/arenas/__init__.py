"""Our players at others' tables: programs on standard input and output, which know only what they are told there."""
