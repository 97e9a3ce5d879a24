"""A review of played games: what each decision was worth by what its player could see, and what was luck."""
