"""
A reply is dropped, and its player is timed out.

The record holds: it says that nobody answered. The player still has the reply, with the
signature of their domain; `verify --reply` confirms that no event follows from it.
"""

from hashlib import sha256
from pathlib import Path

import pytest

from stoneage_core.__main__ import main
from stoneage_core.audit import verify
from stoneage_core.events.service import ReplyReceived
from tests.core.audit.record_forger import record
from tests.core.beaconed import BeaconedGame

MAIL = b"From: ann@example.org\r\n\r\nforest 3\r\n"


def _game(*, is_dropped: bool) -> str:
    game = BeaconedGame()
    game.takes_beacon()
    if not is_dropped:
        game.decides(ReplyReceived(0, sha256(MAIL).hexdigest(), is_signed=True))
    game.moves("page" if is_dropped else "reply")
    return game.text


@pytest.mark.parametrize("is_dropped", [True, False])
def test_the_record_says_whether_a_reply_led_to_anything(
    is_dropped: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = _game(is_dropped=is_dropped)
    assert verify(text).finding is None
    (tmp_path / "record").write_text(text)
    (tmp_path / "mail").write_bytes(MAIL)
    code = main(["verify", str(tmp_path / "record"), "--reply", str(tmp_path / "mail")])
    said = capsys.readouterr().out
    assert code == int(is_dropped)
    assert ("No event follows that email" in said) == is_dropped


def test_a_time_out_after_a_dropped_reply_holds() -> None:
    assert verify(record("eventful")).finding is None
