"""The running program, in real terminals and over real connections."""
