"""Where a user's data and caches lie, and that nobody's current folder is taken for it."""

import pytest

from tilekit.folders import user_folder

KINDS = {"data": ("XDG_DATA_HOME", "user_data_dir"), "cache": ("XDG_CACHE_HOME", "user_cache_dir")}


@pytest.fixture(params=KINDS)
def kind(request, monkeypatch):
    """Data or caches, of a user whose environment says nothing of either."""
    for variable, _ in KINDS.values():
        monkeypatch.delenv(variable, raising=False)
    return request.param


@pytest.mark.parametrize("home", ["", "rel", "./here"])
def test_a_home_that_is_no_absolute_path_is_none(kind, home, monkeypatch):
    monkeypatch.setenv("HOME", home)
    assert user_folder(kind) is None


def test_an_absolute_folder_of_the_system_needs_no_home(kind, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "")
    monkeypatch.setenv(KINDS[kind][0], str(tmp_path))
    assert user_folder(kind) == tmp_path / "tilekit"


def test_an_empty_variable_is_like_none(kind, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    without = user_folder(kind)
    monkeypatch.setenv(KINDS[kind][0], "")
    assert user_folder(kind) == without
    assert without is not None
    assert without.is_relative_to(tmp_path)


@pytest.mark.parametrize("error", [RuntimeError("no home"), OSError("no home")])
def test_a_user_that_the_system_does_not_know_has_none(kind, monkeypatch, error):
    def fails(*_, **__):
        raise error

    monkeypatch.setattr(f"platformdirs.{KINDS[kind][1]}", fails)
    assert user_folder(kind) is None


@pytest.mark.parametrize("given", ["~/.local/share/tilekit", "rel/tilekit"])
def test_a_relative_folder_is_none(kind, monkeypatch, given):
    monkeypatch.setattr(f"platformdirs.{KINDS[kind][1]}", lambda *_, **__: given)
    assert user_folder(kind) is None
