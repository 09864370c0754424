"""Executors named by an address: series played by a cluster.

Owns the way to a scheduler of Dask, and how it is noticed that the cluster is gone. Needs the extra ``dask``.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from tilekit.errors import TilekitError, UsageError, cause_of
from tilekit.lab.crews import Futures, Order

#: How long a scheduler may take to answer, and how long a cluster may be out of reach or without workers, in seconds.
PATIENCE: Final = 15.0
_DASK: Final = "dask://"


@contextlib.contextmanager
def executor_at(address: str, *, patience: float = PATIENCE) -> Iterator[Callable[[Order], Futures]]:
    """What makes a crew of the cluster at an address, for as long as this is not left.

    Args:
        address: ``dask://HOST:PORT`` of a scheduler.
        patience: how many seconds the cluster may be out of reach, or without workers, before that is an error.

    Raises:
        UsageError: no such kind of address, or the extra is missing.
        TilekitError: nobody answers there.
    """
    if not address.startswith(_DASK) or not address.removeprefix(_DASK):
        raise UsageError(f'"{address}" is no address of an executor; expected dask://HOST:PORT of a scheduler')
    port = address.rpartition(":")[2]
    if "://" not in address.removeprefix(_DASK) and not (port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise UsageError(f'"{address}" names no port; expected dask://HOST:PORT, a port from 1 to 65535')
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise UsageError(
            f"{address}: this needs distributed, which is not installed: pip install 'tilekit-engine[dask]'"
        ) from None
    place = address.removeprefix(_DASK)
    try:
        client = distributed.Client(
            place if "://" in place else f"tcp://{place}", timeout=patience, set_as_default=False
        )
    except (OSError, ValueError, TypeError) as error:
        raise TilekitError(f"{address}: no scheduler answers there: {cause_of(error)}") from error
    # What it logs is said here in words, or does not matter: a worker that went away is done without, and a part that
    # comes just when nobody waits for it any more is no loss.
    logs = [logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado.application")]
    levels = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL)
    try:
        # A part that is asked for again is to be played again, whatever the scheduler remembers of it.
        executor = client.get_executor(pure=False)
        watch = _Watch(client, address, patience)
        yield lambda order: Futures(order, executor, width=watch.width, gone=watch.gone)
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=2)
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)


class _Watch:
    """Looks after a client's connection to its cluster."""

    def __init__(self, client: Any, address: str, patience: float) -> None:
        self._client, self._address, self._patience = client, address, patience
        self._well = time.monotonic()

    def width(self) -> int:
        """How many parts the cluster plays at a time, as far as the client knows."""
        workers = self._client.scheduler_info(n_workers=-1).get("workers", {})
        return sum(worker.get("nthreads", 1) for worker in workers.values())

    def gone(self) -> str:
        """Why nothing can come from there any more; empty while it may."""
        if self._client.status in ("closed", "closing"):
            return f"{self._address}: the connection to the scheduler was lost"
        if self._client.status == "running" and self.width():
            self._well = time.monotonic()
            return ""
        if time.monotonic() - self._well < self._patience:
            return ""
        if self._client.status == "running":
            return f"{self._address}: the cluster has had no worker for {self._patience:g} seconds"
        return f"{self._address}: the scheduler has not answered for {self._patience:g} seconds"
