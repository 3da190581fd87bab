"""What the command line offers: its parser, and a module for each kind of command, which raises Trouble for what cannot
be done."""
