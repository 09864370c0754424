"""Seeds, streams and the generator: published vectors, and numbers no release may ever change."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilekit import chance
from tilekit.board import SEED, Board
from tilekit.chance import (
    LARGEST_SEED,
    WORDS,
    bounded,
    draw,
    nth_seed,
    packed,
    philox,
    seed_from,
    seed_from_argument,
    stream_number,
)
from tilekit.errors import UsageError
from tilekit.grid import Grid

SEEDS = st.integers(0, LARGEST_SEED)
WORD = st.integers(0, 2**32 - 1)


@pytest.fixture(autouse=True, scope="module")
def _a_bounded_draw_that_never_ends_fails() -> Iterator[None]:
    """Less than half of all words are ever rejected: where one draw asks 200 times, no word will do."""
    latest: list[tuple[int, ...]] = []

    def patient(seed: int, stream: int, key: int, k: int, attempt: int = 0) -> int:
        if latest and latest[0] != (seed, stream, key, k):
            latest.clear()
        latest.append((seed, stream, key, k))
        assert len(latest) < 200, "a bounded draw never ends"
        return draw(seed, stream, key, k, attempt)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chance, "draw", patient)
        yield


# ---------------------------------------------------------------- the generator


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [  # the known answers that Random123 publishes for philox4x32, 10 rounds
        (
            (0x00000000, 0x00000000, 0x00000000, 0x00000000),
            (0x00000000, 0x00000000),
            (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
        ),
        (
            (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
            (0xFFFFFFFF, 0xFFFFFFFF),
            (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
        ),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_gives_the_published_numbers(
    counter: tuple[int, ...], key: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert philox(*counter, *key) == expected


# What a seed means is a promise: a save, a shared seed and a recorded game rest on these numbers.
PINNED = {
    "spawn": (
        2689268534,
        [0xA8B08467, 0xD639A773, 0x35925BA7, 0xE0786E7C, 0x2209F9B7,
         0x488324CA, 0x6998D428, 0x78AB39A3, 0x377D1A86, 0x39F83BFD],
    ),
    "refill": (
        4294843116,
        [0x4BBAD0F0, 0x7AF442F5, 0x7EAD8146, 0x89AFADF7, 0xE6968B11,
         0x4AF70381, 0x7632D9C0, 0x66E6F4D1, 0xA224D966, 0x25AFE87E],
    ),
    "shuffle": (
        2402330706,
        [0x65EA76D5, 0x4CF957BF, 0xF9399DF6, 0x82C5829A, 0xEFD0E2A9,
         0x2289C435, 0x03C7754B, 0x392084FA, 0x9594CF99, 0x26A4B34B],
    ),
    "setup": (
        2411124211,
        [0x56258616, 0xE76A4805, 0xB5014600, 0x971F041E, 0x96DE438F,
         0x6E292583, 0xBE923469, 0xAA17DB08, 0xAB188881, 0x3EEDC499],
    ),
    "bot": (
        2641662763,
        [0x6096B84A, 0x0DDCAC47, 0xE0C01D7B, 0x5371FEFE, 0xACD778FA,
         0x308C9C00, 0x218E7393, 0x070D47C7, 0x5E82FAE1, 0x5CE2A378],
    ),
}  # fmt: skip


@pytest.mark.parametrize("stream", PINNED)
def test_a_stream_of_seed_7_never_changes(stream: str) -> None:
    number, words = PINNED[stream]
    assert stream_number(stream) == number == int(hashlib.sha256(stream.encode()).hexdigest()[:8], 16)
    assert [draw(7, number, 0, k) for k in range(10)] == words


@given(SEEDS, WORD, WORD, st.integers(0, 1 << 40), st.integers(0, 3))
def test_a_draw_is_one_word_of_its_block(seed: int, stream: int, key: int, k: int, attempt: int) -> None:
    block = philox((k // 4) % 2**32, attempt, stream, key, seed % 2**32, seed // 2**32)
    assert draw(seed, stream, key, k, attempt) == block[k % 4]


@given(SEEDS, WORD, WORD, st.integers(0, 1 << 30))
def test_packed_draws_are_the_same_draws(seed: int, stream: int, key: int, n: int) -> None:
    first = n * WORDS
    assert packed(seed, stream, key, first) == tuple(draw(seed, stream, key, first + i) for i in range(WORDS))


def test_streams_keys_and_seeds_are_apart() -> None:
    starts = {
        draw(seed, stream_number(name), key, 0)
        for seed in (0, 1, 2**32, LARGEST_SEED)
        for name in PINNED
        for key in (0, 1, 2**32 - 1)
    }
    assert len(starts) == 4 * len(PINNED) * 3


# ---------------------------------------------------------------- bounded draws


@given(SEEDS, WORD, st.integers(0, 1 << 30), st.integers(1, 2**32))
def test_a_bounded_draw_takes_the_first_word_that_is_not_rejected(seed: int, stream: int, k: int, n: int) -> None:
    attempt = 0
    while draw(seed, stream, 0, k, attempt) * n % 2**32 < 2**32 % n:
        attempt += 1
    assert bounded(seed, stream, 0, k, n) == draw(seed, stream, 0, k, attempt) * n // 2**32


def test_a_rejected_word_is_drawn_again_without_moving_the_next_draw() -> None:
    stream, n = stream_number("spawn"), 3_000_000_000
    rejected = [k for k in range(200) if draw(7, stream, 0, k) * n % 2**32 < 2**32 % n]
    assert rejected[:5] == [0, 1, 3, 7, 17]
    # 0xa8b08467 falls to the 1,294,967,296 words of 2^32 that do not go evenly into n; the next attempt counts.
    assert draw(7, stream, 0, 0) * n % 2**32 < 2**32 % n
    assert bounded(7, stream, 0, 0, n) == draw(7, stream, 0, 0, 1) * n // 2**32 == 2_042_129_770
    assert [bounded(7, stream, 0, k, n) for k in (2, 4)] == [draw(7, stream, 0, k) * n // 2**32 for k in (2, 4)]


@pytest.mark.parametrize("n", [1, 2, 3, 10, 12, 2**31 - 1, 2**31, 2**31 + 1, 3_000_000_000, 2**32 - 1, 2**32])
def test_a_word_is_rejected_just_below_the_bound_of_lemire(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    """A word is good where the low half of its product with ``n`` is ``2^32 mod n`` or more."""
    least = 2**32 % n
    step = n & -n  # the low half runs through the multiples of this
    odd = 2**32 // step

    def word_of(low: int) -> int:
        """A word whose product with ``n`` has this low half."""
        return low // step * pow(n // step, -1, odd) % odd if odd > 1 else 0

    good = {low: word_of(low) for low in (least, least + step, 2**32 - step) if low < 2**32}
    bad = {low: word_of(low) for low in (0, least - step) if 0 <= low < least}
    assert all(word * n % 2**32 == low for low, word in (good | bad).items())
    asked: list[tuple[int, ...]] = []
    words: list[int] = []

    def scripted(seed: int, stream: int, key: int, k: int, attempt: int = 0) -> int:
        asked.append((seed, stream, key, k, attempt))
        assert len(asked) < 9, "a bounded draw never ends"
        return words[attempt]

    monkeypatch.setattr(chance, "draw", scripted)
    for word in good.values():
        words[:] = [*bad.values(), word]
        asked.clear()
        assert bounded(1, 2, 3, 4, n) == word * n // 2**32
        assert asked == [(1, 2, 3, 4, attempt) for attempt in range(len(words))]


def test_bounded_draws_at_the_limits() -> None:
    assert [bounded(7, 1, 0, k, 1) for k in range(8)] == [0] * 8
    assert [bounded(7, 1, 0, k, 2**32) for k in range(8)] == [draw(7, 1, 0, k) for k in range(8)]


def test_bounded_draws_are_even() -> None:
    """Chi-square over 60,000 draws: with 11 degrees of freedom 31.3 is passed once in a thousand seeds."""
    counts = Counter(bounded(7, stream_number("spawn"), 0, k, 12) for k in range(60_000))
    assert sorted(counts) == list(range(12))
    assert sum((count - 5_000) ** 2 / 5_000 for count in counts.values()) < 31.3


@given(SEEDS, st.integers(0, 1 << 20), st.lists(st.integers(1, 2**32), min_size=1, max_size=5), st.booleans())
def test_the_board_draws_the_same_numbers(seed: int, first: int, bounds: list[int], keyed: bool) -> None:
    board = Board(Grid(1, 1), 12, 1, journal=False)
    below = board.below(11, 5, keyed=keyed)
    state = board.new_state(seed)
    state[9] = key = 77  # what an opening is keyed by
    state[11] = first
    assert [below(state, n) for n in bounds] == [
        bounded(seed, 5, key if keyed else 0, first + i, n) for i, n in enumerate(bounds)
    ]
    assert state[11] == first + len(bounds)


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("n", [2**31 + 1, 3_000_000_000, 2**32 - 1, 2**32])
def test_the_board_draws_again_where_a_word_is_rejected(n: int, keyed: bool) -> None:
    """Bounds so large that many words are looked at twice, and up to half of them rejected."""
    board = Board(Grid(1, 1), 12, 1, journal=False)
    below = board.below(11, 5, keyed=keyed)
    state = board.new_state(7)
    state[9] = 77
    key = 77 if keyed else 0
    expected = []
    for k in range(150):
        attempt = 0
        while draw(7, 5, key, k, attempt) * n % 2**32 < 2**32 % n:
            attempt += 1
        expected.append(draw(7, 5, key, k, attempt) * n // 2**32)
    assert [below(state, n) for _ in range(150)] == expected
    assert state[11] == 150


def test_the_board_draws_for_many_games_at_once() -> None:
    """The words at hand are a cache: neither another seed, nor a step back, nor a long way on spoils it."""
    board = Board(Grid(1, 1), 12, 1, journal=False)
    below = board.below(11, 5)
    one, two = board.new_state(1), board.new_state(2)
    for _ in range(70):
        for state in (one, two):
            k = state[11]
            assert below(state, 1000) == bounded(state[SEED], 5, 0, k, 1000)
    for k in (3, 63, 64, 1_000_000, 0):
        one[11] = k
        assert below(one, 1000) == bounded(1, 5, 0, k, 1000)


# ---------------------------------------------------------------- seeds


class Index:
    """An integer of another library, which only says which integer it is."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_integers_are_seeds_as_they_are() -> None:
    assert [seed_from(value) for value in (0, 7, LARGEST_SEED)] == [0, 7, LARGEST_SEED]
    seed = seed_from(Index(7))  # type: ignore[arg-type]
    assert seed == 7
    assert type(seed) is int


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("", 7183457195969485844),
        ("hello", 3238736544897475342),
        ("7", 8719647946811673230),
        ("Grüße", 8664366682711934266),
    ],
)
def test_texts_are_hashed(text: str, seed: int) -> None:
    digest = hashlib.sha256(text.encode()).digest()
    assert seed_from(text) == int.from_bytes(digest[:8], "big") % 2**63
    assert 0 <= seed_from(text) <= LARGEST_SEED
    assert seed_from(text) == seed


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_any_text_is_a_seed(text: str) -> None:
    assert seed_from(text) == int(hashlib.sha256(text.encode()).hexdigest()[:16], 16) & LARGEST_SEED


LIMITS = "a seed is an integer from 0 to 9223372036854775807 or a text, not "


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (-1, "a seed is from 0 to 9223372036854775807, not -1"),
        (LARGEST_SEED + 1, "a seed is from 0 to 9223372036854775807, not 9223372036854775808"),
        (Index(-3), "a seed is from 0 to 9223372036854775807, not -3"),
        (True, f"{LIMITS}True"),
        (1.0, f"{LIMITS}1.0"),
        (None, f"{LIMITS}None"),
        (b"seven", f"{LIMITS}b'seven'"),
        ("\ud800", "seed '\\ud800' cannot be written as UTF-8; use other characters"),
    ],
)
def test_what_is_no_seed(value: object, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        seed_from(value)  # type: ignore[arg-type]
    assert str(caught.value) == message


@pytest.mark.parametrize(("word", "seed"), [("0", 0), ("007", 7), ("9223372036854775807", LARGEST_SEED)])
def test_digits_of_a_command_line_are_an_integer(word: str, seed: int) -> None:
    assert seed_from_argument(word) == seed


@pytest.mark.parametrize("word", ["", "-1", "7.0", "1e3", "\u0667", " 7", "seven"])
def test_other_words_of_a_command_line_are_texts(word: str) -> None:
    assert seed_from_argument(word) == seed_from(word)


@pytest.mark.parametrize("word", ["9223372036854775808", "9" * 25, "9" * 10_000])
def test_digits_past_the_largest_seed_are_refused(word: str) -> None:
    with pytest.raises(UsageError, match=r"^a seed is from 0 to 9223372036854775807, not 9"):
        seed_from_argument(word)


def test_the_games_of_a_series_have_seeds_of_their_own() -> None:
    assert (nth_seed(7, 0), nth_seed(7, 1)) == (8502622200584719731, 6314274172161667299)
    assert len({nth_seed(seed, index) for seed in range(20) for index in range(500)}) == 10_000
