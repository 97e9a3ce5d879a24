"""From a win to its score: readings, fans, total, ledger, explanation; and the compiled form of all this."""
