"""The version of the library."""

from typing import Final

__version__: Final = "0.1.0"
