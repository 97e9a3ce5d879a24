"""From a file to checked tables: TOML, keys, places of faults."""
