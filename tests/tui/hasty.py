"""The program, with tables of Aluette where nobody has to look at a trick: `python -m tests.tui.hasty serve ...`."""

import sys

from engine.games import _aluette_offers
from tui.command_line import main

if __name__ == "__main__":
    _aluette_offers.TRICK_S = 0.1
    sys.exit(main())
