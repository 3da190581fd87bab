"""People, seats, time and the wire."""
