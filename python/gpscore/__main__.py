"""``python -m gpscore`` is the command ``gpscore``."""

import sys

from gpscore.cli import main

if __name__ == "__main__":
    sys.exit(main())
