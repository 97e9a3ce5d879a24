"""Players that are programs: those inside the engine by name, and processes that speak lines of JSON."""
