"""What comes before the first turn of a hand and after its last: deal, phases, openings, settlement."""
