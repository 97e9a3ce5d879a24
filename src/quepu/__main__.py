"""`python -m quepu`: the command line, where the script `quepu` is not on the path."""

import sys

from quepu.cli.main import main

sys.exit(main())
