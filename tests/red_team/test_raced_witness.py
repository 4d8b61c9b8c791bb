"""
A witness is raced: two trees of one size are to be signed at the same moment.

An honest witness checks and writes in one step, so it signs one of them. It tells the
other run the size that it has signed, and no proof leads from there to the other tree.
"""

from threading import Barrier, Thread

import pytest

from tests.core.audit.record_forger import record
from tests.core.transparency.site_log import SiteLog
from tests.core.transparency.test_notes import LOG
from tests.support.servers.witness_server import Refusal, WitnessServer


def _body(log: SiteLog, old: int) -> str:
    proof = log.consistency(old) if old else f"old 0\n\n{log.checkpoint}"
    return str(proof)


def _log_of(name: str) -> SiteLog:
    log = SiteLog()
    log.adds(record(name), 10)
    log.adds(record(name), 20)
    return log


def test_of_two_trees_of_one_size_a_witness_signs_one() -> None:
    with WitnessServer(LOG.key.vkey, 1_800_000_000) as witness:
        bodies = [_body(_log_of(name), 0) for name in ("finished", "running")]
        start, signed, refused = Barrier(2), list[str](), list[Refusal]()

        def ask(body: str) -> None:
            start.wait()
            try:
                signed.append(witness.cosign(body))
            except Refusal as refusal:
                refused.append(refusal)

        runs = [Thread(target=ask, args=(body,)) for body in bodies]
        for run in runs:
            run.start()
        for run in runs:
            run.join()
    assert len(signed) == 1
    (other,) = refused
    assert (other.status, other.body) == (409, "2\n")


def test_the_loser_of_the_race_cannot_go_on_from_the_size_that_it_was_told() -> None:
    with WitnessServer(LOG.key.vkey, 1_800_000_000) as witness:
        witness.cosign(_body(_log_of("finished"), 0))
        other = _log_of("running")
        for grown in (other, _grown(other)):
            with pytest.raises(Refusal) as refused:
                witness.cosign(_body(grown, 2))
            assert refused.value.status == 422


def _grown(log: SiteLog) -> SiteLog:
    grown = SiteLog()
    grown.leaves = list(log.leaves)
    grown.adds(record("eventful"), 5)
    return grown
