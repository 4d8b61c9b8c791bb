"""An authority stamps the site's log every hour, and the verifier believes its root."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.history.export import record_lines
from games.models import Checkpoint, Game, TimeStamp
from games.transparency.logs import token_of
from games.transparency.sequencer import sequence_heads
from games.transparency.stamping import check_authority, stamp_checkpoint, stamp_log
from stoneage_core.__main__ import main
from stoneage_core.transparency import time_stamps
from stoneage_core.transparency.notes import read_note
from stoneage_core.transparency.time_stamps import BadTimeStamp
from tests.red_team.rogue import game_from
from tests.support.servers.time_stamp_authority import TimeStampAuthority
from tests.support.standing_time import NOW, StandingTime
from tests.support.transparency import logged_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def named(
    authority: TimeStampAuthority, settings: Settings, log_key: str
) -> TimeStampAuthority:
    """The operator names an authority."""
    settings.TIME_STAMP_AUTHORITY = authority.url
    return authority


def test_a_checkpoint_is_stamped_once_an_hour(
    named: TimeStampAuthority, time_stands: StandingTime, client: Client
) -> None:
    stamp_log()  # there is no log yet
    logged_games(2, version=3)
    sequence_heads(now=NOW)
    stamp = stamp_checkpoint(now=NOW)
    assert stamp is not None
    again = stamp.stamped_at + timedelta(minutes=59)
    logged_games(1, version=3)
    sequence_heads(now=NOW)
    assert stamp_checkpoint(now=again) is None
    time_stands.now = again + timedelta(minutes=2)
    stamp_log()
    assert TimeStamp.objects.count() == 2
    stamp_log()  # nothing came since
    assert TimeStamp.objects.count() == 2
    token = token_of(stamp.checkpoint.log)
    served = client.get(f"/log/{token}/time-stamp/2")
    assert served.content == bytes(stamp.response)
    assert client.get(f"/log/{token}/time-stamp/1").status_code == 404
    page = client.get("/log/").content.decode()
    assert "A time-stamping authority last confirmed the log:" in page


def test_an_answer_that_is_none_is_not_kept(
    named: TimeStampAuthority, settings: Settings
) -> None:
    logged_games(2, version=3)
    sequence_heads(now=NOW)
    text = read_note(Checkpoint.objects.get().note).text
    of_something_else = named.answer(time_stamps.request_stamp("else").content)
    to_another_request = named.answer(time_stamps.request_stamp(text).content)
    for answer in (b"", b"nonsense", of_something_else, to_another_request):
        named.instead = answer
        assert stamp_checkpoint(now=NOW) is None
    settings.TIME_STAMP_AUTHORITY = "http://127.0.0.1:9/"
    assert stamp_checkpoint(now=NOW) is None
    assert not TimeStamp.objects.exists()


def test_a_record_is_dated_by_a_stamp(
    named: TimeStampAuthority, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_from("finished")
    sequence_heads(now=NOW)
    stamp = stamp_checkpoint(now=NOW)
    assert stamp is not None
    text = "".join(record_lines(Game.objects.get(pk=game.pk)))
    record = tmp_path / "record"
    record.write_text(text)
    main(["verify", str(record), "--roots", str(named.root)])
    said = capsys.readouterr().out
    # The authority has the clock of the machine, and the game one of its own.
    later = f"{stamp.stamped_at:%Y-%m-%dT%H:%M}"
    assert f"at {later}" in said or f"the log held it by {later}" in said
    for roots, code, sentence in (
        (named.folder / "authority.pem", 1, "none of the roots vouches"),
        (record, 2, "no certificate in PEM"),
        (tmp_path / "missing", 2, "cannot read"),
    ):
        assert main(["verify", str(record), "--roots", str(roots)]) == code
        shown = capsys.readouterr()
        assert sentence in shown.out + shown.err


def test_a_stamp_of_another_checkpoint_is_refused(
    authority: TimeStampAuthority,
) -> None:
    answer = authority.answer(time_stamps.request_stamp("one\n").content)
    roots = time_stamps.read_roots(authority.root.read_bytes())
    assert time_stamps.check_stamp(answer, "one\n", roots).tzinfo is not None
    for other, text in ((answer, "two\n"), (answer[:-5] + b"xxxxx", "one\n")):
        with pytest.raises(BadTimeStamp):
            time_stamps.check_stamp(other, text, roots)


def test_without_the_library_it_is_said(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    assert list(check_authority()) == []
    settings.TIME_STAMP_AUTHORITY = "nowhere"
    monkeypatch.setitem(__import__("sys").modules, "rfc3161_client", None)
    assert [each.id for each in check_authority()] == ["games.E002", "games.E003"]
    for asks in (
        lambda: time_stamps.request_stamp(""),
        lambda: time_stamps.read_stamp(b"", ""),
    ):
        with pytest.raises(time_stamps.LibraryMissing):
            asks()
