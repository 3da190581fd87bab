"""The table on a terminal."""
