"""How strong the strong bot is, rulebook by rulebook, on deals that nothing else has seen."""
