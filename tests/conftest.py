import os

from hypothesis import settings

# The same examples every time, however slow the computer is: a check that fails by chance tells nothing.
settings.register_profile("checks", deadline=None, derandomize=True, database=None)
settings.load_profile("checks")

os.environ["TOCTOC_LAN"] = "127.0.0.1"  # nothing is announced to the network around us, and nothing asked of it
