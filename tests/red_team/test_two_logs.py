"""
Two players are shown two logs of one game, each as legal as the other.

Found by whoever holds the record and a mail of the other player.
"""

from stoneage_core.audit import verify
from tests.core.record_forger import Line, forged, lines_of, record


def _last_decided_by_mail(lines: list[Line]) -> None:
    begins = max(at for at, each in enumerate(lines) if each["command"])
    for each in lines[begins:]:
        each["source"] = "reply"


OTHER = forged("running", _last_decided_by_mail)


def test_each_is_in_order_and_the_mail_of_the_other_betrays_it() -> None:
    told_alice = lines_of("running")[-1]
    assert verify(record("running"), head=told_alice["hash"]).finding is None
    assert verify(OTHER).finding is None
    assert verify(OTHER, head=told_alice["hash"]).finding is not None
