"""What is intact in a damaged database.

Owns reading the rows of a profile from the bytes of its file and its write-ahead log, without SQLite, which gives up a
whole file where a page is wrong. Each page, and each row in it, is read by itself: damage costs what it hits. It does
not own what becomes of the file.

The formats are those of https://www.sqlite.org/fileformat.html. Free pages are passed over. In the log a frame counts
whose checksum follows from that of the frame before, up to the last frame that ends a transaction; so what comes after
a damaged frame is still found.
"""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tilekit.profile.rows import ACTIONS, GAMES, TABLES, Row, Table

#: A larger file is not searched: that would take minutes.
_LARGEST: Final = 256 << 20
_PAGE_SIZES: Final = tuple(1 << power for power in range(9, 17))
_INDEX_INTERIOR, _INDEX_LEAF, _TABLE_LEAF = 0x02, 0x0A, 0x0D
_KINDS: Final = (_INDEX_INTERIOR, _INDEX_LEAF, _TABLE_LEAF)
_HEADER: Final = 100
_LOG_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_LOG_MAGIC: Final = 0x377F0682
#: By whether their rows lie on leaves of tables, and the number of columns.
_SHAPES: Final = {(table is not ACTIONS, len(table.columns)): table for table in TABLES}

Rows = dict[Table, list[Row]]


class Image(NamedTuple):
    """The bytes of a database: its file, and its write-ahead log."""

    file: bytes
    log: bytes

    @classmethod
    def of(cls, path: Path) -> Image:
        """The bytes of a database as they lie there.

        Raises:
            OSError: the file cannot be read.
        """
        return cls(_bytes(path), log_of(path))


def log_of(path: Path) -> bytes:
    """The bytes of the write-ahead log of a database; none where there is no log that can be read."""
    with contextlib.suppress(OSError):
        return _bytes(path.with_name(path.name + "-wal"))
    return b""


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() and path.stat().st_size <= _LARGEST else b""


def salvaged(image: Image) -> Rows:
    """The rows of a profile that are intact, those of actions only where their game is."""
    best: Rows = {table: [] for table in TABLES}
    for size in _PAGE_SIZES:
        found = _rows(*_pages(image, size), size)
        if sum(map(len, found.values())) > sum(map(len, best.values())):
            best = found
    games = {row[0] for row in best[GAMES]}
    best[ACTIONS] = [row for row in best[ACTIONS] if row[0] in games]
    return best


def log_is_damaged(path: Path) -> bool:
    """Whether transactions that have ended lie behind a damaged place of the log, where SQLite does not look.

    A frame that another process is writing may look like damage: it is whole when it is read again.
    """
    log = log_of(path)
    place = _gap(log)
    if place is None:
        return False
    again = log_of(path)
    return again[:_LOG_HEADER] == log[:_LOG_HEADER] and _gap(again) == place


def _gap(log: bytes) -> int | None:
    """The number of the first frame that is damaged and has whole transactions behind it; None where none is."""
    frames = _frames(log, _log_page_size(log))
    if frames and not _log_is_headed(log):
        return -1
    return next((number for number, frame in enumerate(frames) if not frame.is_whole), None)


def _log_is_headed(log: bytes) -> bool:
    (magic,) = struct.unpack(">I", log[:4]) if len(log) >= _LOG_HEADER else (0,)
    return magic & ~1 == _LOG_MAGIC and _checksum(log[:24], (0, 0), magic) == struct.unpack(">II", log[24:32])


def _log_page_size(log: bytes) -> int:
    if _log_is_headed(log):
        return int.from_bytes(log[8:12], "big")
    return next((size for size in _PAGE_SIZES if _frames(log, size)), 0)


class _Frame(NamedTuple):
    page: int
    content: bytes
    is_whole: bool


def _frames(log: bytes, size: int) -> list[_Frame]:
    """The frames of a log up to the last that is whole and ends a transaction; none where pages have another size."""
    if size not in _PAGE_SIZES or len(log) < _LOG_HEADER + _FRAME_HEADER + size:
        return []
    (magic,) = struct.unpack(">I", log[:4])
    magic = magic if magic & ~1 == _LOG_MAGIC else _LOG_MAGIC
    # Behind the frames of this round lie those of former ones, which have other salts.
    salts = log[16:24] if _log_is_headed(log) else log[_LOG_HEADER + 8 : _LOG_HEADER + 16]
    before = struct.unpack(">II", log[24:32])
    found, end = [], 0
    for at in range(_LOG_HEADER, len(log) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size):
        page, ends, one, two = struct.unpack(">II8xII", log[at : at + _FRAME_HEADER])
        content = log[at + _FRAME_HEADER : at + _FRAME_HEADER + size]
        is_whole = log[at + 8 : at + 16] == salts and _checksum(
            content, _checksum(log[at : at + 8], before, magic), magic
        ) == (one, two)
        found.append(_Frame(page, content, is_whole))
        end = len(found) if is_whole and ends else end
        before = (one, two)
    return found[:end]


def _checksum(data: bytes, start: tuple[int, int], magic: int) -> tuple[int, int]:
    one, two = start
    words = struct.unpack(f"{'>' if magic & 1 else '<'}{len(data) // 4}I", data)
    for left, right in zip(words[::2], words[1::2], strict=True):
        one = (one + left + two) & 0xFFFFFFFF
        two = (two + right + one) & 0xFFFFFFFF
    return one, two


def _pages(image: Image, size: int) -> tuple[dict[int, bytes], list[tuple[int, bytes]]]:
    """The pages of a database, without those that are free; and, where its log is damaged, what they were before."""
    file, frames = image.file, _frames(image.log, size)
    pages = {at // size + 1: file[at : at + size] for at in range(0, len(file) - size + 1, size)}
    former = list(pages.items()) if not all(frame.is_whole for frame in frames) else []
    former += [(frame.page, frame.content) for frame in frames] if former else []
    pages.update((frame.page, frame.content) for frame in frames if frame.is_whole)
    for page in _free(pages, size):
        pages.pop(page, None)
    return pages, former


def _free(pages: Mapping[int, bytes], size: int) -> set[int]:
    """The free pages, as far as their list can be followed."""
    free: set[int] = set()
    trunk = int.from_bytes(pages[1][32:36], "big") if 1 in pages else 0
    while trunk in pages and trunk not in free:
        following, count = struct.unpack(">II", pages[trunk][:8])
        leaves = struct.unpack(f">{count}I", pages[trunk][8 : 8 + 4 * count]) if count <= size // 4 - 2 else (0,)
        if (following and following not in pages) or not all(leaf in pages for leaf in leaves):
            break  # this is no list
        free |= {trunk, *leaves}
        trunk = following
    return free


def _rows(pages: Mapping[int, bytes], before: Sequence[tuple[int, bytes]], size: int) -> Rows:
    # Behind the cells that a page counts lie pointers to former ones: of use where what is current is damaged.
    former: dict[Table, dict[Row, Row]] = {table: {} for table in TABLES}
    current: dict[Table, dict[Row, Row]] = {table: {} for table in TABLES}
    for is_current, (number, page) in (*((False, each) for each in before), *((True, each) for each in pages.items())):
        start = _HEADER if number == 1 else 0
        for kind in sorted(_KINDS, key=lambda kind: kind != page[start]):  # it may be damaged just there
            rows = list(_rows_of(page, start, kind, pages, size))
            for is_counted, table, row in rows:
                known = (current if is_counted and is_current else former)[table]
                key = row[: table.key]
                # Of two rows of one game the later is the one that was played last.
                if key not in known or table is not GAMES or known[key][-1] <= row[-1]:
                    known[key] = row
            if rows:
                break
    return {table: list((former[table] | current[table]).values()) for table in TABLES}


def _rows_of(
    page: bytes, start: int, kind: int, pages: Mapping[int, bytes], size: int
) -> Iterator[tuple[bool, Table, Row]]:
    """The rows on a page, read as one of a certain kind; and whether the page counts them."""
    if kind not in _KINDS:
        return
    count, begin = struct.unpack(">HH", page[start + 3 : start + 7])
    slots = start + (12 if kind == _INDEX_INTERIOR else 8)
    # Of what says that it is something else, only what looks like a page of this kind is read as one.
    if kind != page[start] and not slots + 2 * count <= begin < size:
        return
    lowest = size
    for number, place in enumerate(range(slots, size, 2)):
        if place + 2 > lowest:  # the cells begin here
            return
        cell = int.from_bytes(page[place : place + 2], "big")
        row: Row = ()
        with contextlib.suppress(ValueError, IndexError, struct.error):
            row = _record(page, cell, kind, pages, size)
        table = _SHAPES.get((kind == _TABLE_LEAF, len(row)))
        if table is not None and not table.fault(row):
            lowest = min(lowest, cell)
            yield number < count, table, row
        elif number >= count:
            return


def _record(page: bytes, at: int, kind: int, pages: Mapping[int, bytes], size: int) -> Row:
    """The values of a cell.

    Raises:
        ValueError: they do not hold together.
        IndexError: they reach beyond the page.
        struct.error: likewise.
    """
    if kind == _INDEX_INTERIOR:
        at += 4
    length, at = _varint(page, at)
    if kind == _TABLE_LEAF:
        _, at = _varint(page, at)
    payload = _payload(page, at, length, kind, pages, size)
    head, at = _varint(payload, 0)
    place, values = head, []
    while at < head:
        serial, at = _varint(payload, at)
        data = payload[place : place + _width(serial)]
        if len(data) != _width(serial):
            raise ValueError(serial)
        values.append(_value(serial, data))
        place += len(data)
    if (at, place) != (head, length):
        raise ValueError(at)
    return tuple(values)


def _payload(page: bytes, at: int, length: int, kind: int, pages: Mapping[int, bytes], size: int) -> bytes:
    """The bytes of a record, be they on the page or in part on others."""
    if length > size * len(pages):
        raise ValueError(length)
    most = size - 35 if kind == _TABLE_LEAF else (size - 12) * 64 // 255 - 23
    if length <= most:
        return page[at : at + length]
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= most else least
    parts, left = [page[at : at + here]], length - here
    (following,) = struct.unpack(">I", page[at + here : at + here + 4])
    while left > 0:
        if following not in pages:
            raise ValueError(following)
        more = pages[following]
        parts.append(more[4 : 4 + min(left, size - 4)])
        left -= len(parts[-1])
        (following,) = struct.unpack(">I", more[:4])
    return b"".join(parts)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = 0
    for _ in range(8):
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    return value << 8 | data[at], at + 1


_WIDTHS: Final[Sequence[int]] = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)


def _width(serial: int) -> int:
    """How many bytes a value of a kind has."""
    return _WIDTHS[serial] if serial < 12 else (serial - 12) // 2


def _value(serial: int, data: bytes) -> object:
    if serial == 0:
        return None
    if serial < 7:
        return int.from_bytes(data, "big", signed=True)
    if serial == 7:
        return struct.unpack(">d", data)[0]
    if serial < 10:
        return serial - 8
    return data.decode() if serial % 2 else data
