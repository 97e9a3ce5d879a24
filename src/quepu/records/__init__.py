"""Records of matches: our event lines, and other platforms' formats, one file each."""
