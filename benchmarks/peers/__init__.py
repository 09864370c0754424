"""Other programs that play 2048: what to install for each, and how to talk to it.

Each peer has an environment of its own below ``build``, and a script here that runs in it: `answer.py` says how they
talk. 2048 is the one game that tilekit and they have in common.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

from ways import BUILD, NotThere, Played

HERE = Path(__file__).parent
#: How long installing a peer may take, and how long its answer may (those that compile try many sizes first).
INSTALL_SECONDS, ANSWER_SECONDS = 1200.0, 600.0


class Peer(NamedTuple):
    """One other program.

    Attributes:
        name: of its distribution.
        script: what plays it.
        pinned: what is installed.
        rules: where they are not those of 2048, what is different.
        apart: what share the means of its games may lie apart from ours; none says that they are not compared.
    """

    name: str
    script: str
    pinned: tuple[str, ...]
    rules: str = ""
    apart: float | None = 0.02

    @property
    def requirements(self) -> str:
        """What is installed, as text."""
        return " ".join(self.pinned)


_JAX = ("jax==0.10.2", "jaxlib==0.10.2", "numpy==2.4.6")
PEERS = (
    Peer("pgx", "play_pgx.py", ("pgx==2.6.0", *_JAX)),
    Peer("jumanji", "play_jumanji.py", ("jumanji==1.1.2", *_JAX), rules="a game starts with one tile"),
    Peer("open_spiel", "play_open_spiel.py", ("open_spiel==2.0.2", "numpy==2.4.6")),
    Peer("akioi-2048", "play_akioi.py", ("akioi-2048==0.5.1",), rules="some tiles multiply", apart=None),
    Peer("gym-2048-extended", "play_gym_extended.py", ("gym-2048-extended==2.5", "gymnasium==1.4.0", "numpy==2.4.6")),
    Peer("gymnasium-2048", "play_gymnasium.py", ("gymnasium-2048==0.1.2", "gymnasium==1.3.0", "numpy==2.4.6")),
    # It asks for a NumPy of 2018, which newer Pythons cannot build.
    Peer(
        "gym-2048", "play_gym.py", ("gym-2048==0.2.6", "numpy==1.26.4"), rules="illegal slides bring a tile", apart=None
    ),
)


def environment(peer: Peer) -> Path:
    """The Python of the peer's own environment, which is made where it is not there yet.

    Raises:
        NotThere: it cannot be installed.
    """
    folder = BUILD / "peers" / peer.name
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "installed.txt"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == peer.requirements:
        return python
    pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", *peer.pinned]
    for command in ([sys.executable, "-m", "venv", "--clear", str(folder)], pip):
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=INSTALL_SECONDS)
        except subprocess.TimeoutExpired:
            raise NotThere("cannot be installed: it took too long") from None
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.lower().startswith("error:")] or ["error: ?"]
            raise NotThere(f"cannot be installed: {errors[0].partition(':')[2].strip(' .')[:160]}")
    stamp.write_text(peer.requirements, encoding="utf-8")
    return python


class PeerAtWork:
    """A way that plays in a process of its own."""

    def __init__(self, peer: Peer) -> None:
        """Start the peer.

        Raises:
            NotThere: it cannot be installed, or does not run.
        """
        log = BUILD / "peers" / f"{peer.name}.log"
        python = environment(peer)
        # XLA would start threads, whose work one core would only be shared by.
        settings = os.environ | {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "JAX_PLATFORMS": "cpu"}
        with log.open("w", encoding="utf-8") as errors:
            self._process = subprocess.Popen(
                [str(python), str(HERE / peer.script)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=settings,
                text=True,
                encoding="utf-8",
            )
        self._log = log
        self.about: str = str(self._answer()["about"])

    def _answer(self) -> dict[str, float | str]:
        assert self._process.stdout is not None
        alarm = threading.Timer(ANSWER_SECONDS, self._process.kill)
        alarm.start()
        line = self._process.stdout.readline()
        alarm.cancel()
        if not line:
            self.close()
            said = self._log.read_text(encoding="utf-8", errors="replace").strip() or "no answer"
            raise NotThere(f"does not run: {said.splitlines()[-1][:160]}")
        answer: dict[str, float | str] = json.loads(line)
        return answer

    def measure(self, seconds: float) -> Played:
        """Have it play for so many CPU seconds."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        answer = self._answer()
        games, actions, score, spent = (float(answer[each]) for each in ("games", "actions", "score", "seconds"))
        return Played(int(games), actions, score, seconds=spent)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
