"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from typing import Final

#: What a file is called while it is written.
BESIDE: Final = ".tilekit-{}.tmp"


def write_whole(target: Path, content: str | bytes) -> None:
    """Writes a file, a text as UTF-8; at any instant the path holds the old file or the new one, whole.

    A link stays one, and the file it points to is written. What is no file, such as a device, is written to as it is.

    Raises:
        OSError: it cannot be written; nothing is left behind.
        ValueError: no file can have that name.
    """
    data = content.encode() if isinstance(content, str) else content
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    if target.is_symlink():
        target = target.resolve()
    # Beside the target, so that the last step is a rename within one file system.
    name = target.parent / BESIDE.format(secrets.token_hex(8))
    # Made as any file is made, so that who may read it is what the user has settled for all files.
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        name.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            name.unlink()
        raise
