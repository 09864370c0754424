"""``python -m tilekit``: the same as the command ``tilekit``."""

from __future__ import annotations

import sys

from tilekit.cli import main

sys.exit(main())
