"""Test-wide settings: the Hypothesis profiles, where machine code is kept, and that no player's profile is touched.

Fixtures live beside the tests that use them.

`TILEKIT_HYPOTHESIS` names the profile: `dev` (the default) and `ci` try the same examples every time, so that
a test never fails on one machine alone; `nightly` goes looking for new ones.
"""

import os
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings

# Machine code is kept beside what else is built, for all workers, and not where the user's is.
os.environ.setdefault("TILEKIT_CACHE", str(Path(__file__).parents[1] / "build" / "machine-code"))

# No test writes to the user's profile: there is none, and were it looked for all the same, it would be here.
os.environ["TILEKIT_PROFILE"] = ""
os.environ["XDG_DATA_HOME"] = str(Path(__file__).parents[1] / "build" / "user-data")

# What a program prints must not depend on who runs the tests: these change what pytest, Python or tilekit itself print,
# here and in every process that a test starts. A test that is about one of them sets it itself.
for name in (
    *("CI", "BUILD_NUMBER", "PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_THEME", "PY_COLORS"),
    *("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PYTHON_COLORS", "COLUMNS", "LINES"),
    *("TILEKIT_FONT", "TILEKIT_LANGUAGE", "TILEKIT_MOTION", "TILEKIT_SOUND"),
    *("TILEKIT_STRICT_PLUGINS", "TILEKIT_TRACE", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"),
):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

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
# Where a fault is sought, that a test fails is enough: nobody reads the example.
settings.register_profile("faults", settings.get_profile("dev"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("TILEKIT_HYPOTHESIS") or "dev")
