"""The pytest plugin: ``pytest --tilekit-ruleset my.toml`` collects a ruleset's scenarios and properties as tests.

Owns the collecting only. Pytest loads it at each start, in every project where tilekit is installed: nothing else is
imported before a ruleset is asked for. Ids read ``my.toml::scenario[12 three sparks …]`` and
``my.toml::property[undo-restores]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tilekit.conformance.failure import Failure
    from tilekit.rules import Rules
    from tilekit.ruleset.models import ScenarioTable
    from tilekit.scenario import Result


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--tilekit-ruleset`` and ``--tilekit-examples``."""
    group = parser.getgroup("tilekit")
    group.addoption(
        "--tilekit-ruleset",
        action="append",
        default=[],
        metavar="FILE",
        help="a ruleset (a file or an id) to test; repeatable",
    )
    group.addoption(
        "--tilekit-examples", type=int, default=100, metavar="N", help="generated games for each ruleset (default: 100)"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Has the rulesets collected beside whatever else is asked for."""
    if config.getoption("--tilekit-ruleset"):
        examples = config.getoption("--tilekit-examples")
        if not 1 <= examples <= 1_000_000:
            raise pytest.UsageError(f"--tilekit-examples is {examples}, expected a whole number from 1 to 1000000")
        if config.args_source is not pytest.Config.ArgsSource.ARGS:  # no files are named: rulesets alone
            config.args = []


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Collects the rulesets."""
    items += [item for name in session.config.getoption("--tilekit-ruleset") for item in _items(session, name)]


def _items(session: pytest.Session, name: str) -> Iterator[pytest.Item]:
    from tilekit.errors import TilekitError
    from tilekit.loading import load

    try:
        from tilekit.conformance import PROPERTIES, check
    except ImportError as error:
        missing = (error.name or "hypothesis").partition(".")[0]
        raise pytest.UsageError(
            f"--tilekit-ruleset needs {missing}, which is not installed: pip install 'tilekit-engine[conformance]'"
        ) from None
    collector = _RulesetCollector.from_parent(session, name=name, path=session.path, nodeid=name)
    try:
        rules = load(name)
        scenarios = rules.scenarios()
    except TilekitError as error:
        raise pytest.UsageError(str(error)) from None
    for number, (table, document, index) in enumerate(scenarios, start=1):
        place = f"{document.name}:{document.span(('scenario', index)).line}"
        yield _Item.from_parent(
            collector, name=f"scenario[{number} {table.name}]", short=partial(_failed, rules, table, place)
        )

    @cache
    def failures() -> dict[str, Failure]:
        """Of one search, shared by the tests of its properties: it is made when the first one runs."""
        found = check(rules, examples=session.config.getoption("--tilekit-examples"))
        return {failure.name: failure for failure in found}

    for one in PROPERTIES:
        yield _Item.from_parent(collector, name=f"property[{one}]", short=lambda one=one: failures().get(one))


def _failed(rules: Rules, table: ScenarioTable, place: str) -> Result | None:
    from tilekit.scenario import run

    result = run(rules, table, place)
    return None if result.passed else result


class _RulesetCollector(pytest.Collector):
    def collect(self) -> list[pytest.Item]:
        return []


class _Item(pytest.Item):
    """A scenario or a property; ``short`` gives how it falls short, or None."""

    def __init__(self, *, short: Callable[[], object], **rest: Any) -> None:
        super().__init__(**rest)
        self._short = short

    def runtest(self) -> None:
        found = self._short()
        if found is not None:
            raise _FallsShortError(str(found))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return (
            str(excinfo.value) if isinstance(excinfo.value, _FallsShortError) else super().repr_failure(excinfo, style)
        )

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.path, None, f"{self.parent.name if self.parent else ''}::{self.name}"


class _FallsShortError(AssertionError):
    """A scenario or property that fell short; its text is the whole report."""
