"""The pictures of the documentation are what the programs show now; `python -m docs.screenshots` writes them anew."""

import pytest
from docs import screenshots

pytestmark = pytest.mark.frontend


def test_the_pictures_of_the_terminal_are_up_to_date(tmp_path, monkeypatch):
    kept = {path.name: path.read_text(encoding="utf-8") for path in screenshots.IMAGES.glob("terminal-*.svg")}
    monkeypatch.setattr(screenshots, "IMAGES", tmp_path)
    screenshots.terminal()
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == kept
