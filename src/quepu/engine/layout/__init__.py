"""The records of the engine: tables, frames and rules, and what their numbers mean."""
