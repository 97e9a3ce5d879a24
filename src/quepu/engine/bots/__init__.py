"""Players inside the engine, and whole hands and matches played by them."""
