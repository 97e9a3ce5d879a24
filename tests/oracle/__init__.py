"""Other programs as judges of our rulebooks: random hands in their terms and ours."""
