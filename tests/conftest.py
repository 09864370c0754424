"""Test-wide settings: the Hypothesis profiles, and where machine code is kept.

Fixtures live beside the tests that use them.

`TILEKIT_HYPOTHESIS` names the profile: `dev` (the default) and `ci` try the same examples every time, so that
a test never fails on one machine alone; `nightly` goes looking for new ones.
"""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Machine code is kept beside what else is built, for all workers, and not where the user's is.
os.environ.setdefault("TILEKIT_CACHE", str(Path(__file__).parents[1] / "build" / "machine-code"))

# Examples share two cores with the other worker: a time limit would only measure the neighbour.
settings.register_profile("dev", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100, print_blob=True)
settings.register_profile(
    "nightly",
    deadline=None,
    max_examples=2_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("TILEKIT_HYPOTHESIS") or "dev")
