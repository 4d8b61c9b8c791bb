"""A game by answers alone, over real SMTP both ways; nobody opens a page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stoneage_core import GameState, replay
from stoneage_core.events.base import Event
from tests.e2e import audit
from tests.e2e.mail import Mail
from tests.e2e.mail_client import MailClient, bring, choices_in, written
from tests.e2e.player import PagePlayer
from tests.e2e.post import Letters, event_of, head_of
from tests.e2e.tables import new_game
from tests.harness.mail_server import MailServer, open_mail_server
from tests.harness.migrated import copy_migrated_database
from tests.harness.service import Service
from tests.support.verifying import verified
from tests.support.waiting import wait_for

PEOPLE = ("ana@players.example", "ben@players.example")
#: Nobody looks at the pictures here, which take most of the time of a mail.
TEXT_ONLY = """
from games.models import User
from notifications.models import MailPreferences
for user in User.objects.all():
    MailPreferences.objects.update_or_create(user=user, defaults={"text_only": True})
"""
#: After so many mails others try to get a word in; a part of a game has so many.
MIDDLE, PART = 12, 18
#: A server's report of a mail that was none of ours.
BOUNCE = Path(__file__).parents[1] / "notifications/delivery_status/corpus/postfix.eml"


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    with open_mail_server() as mail_server:
        yield mail_server


@pytest.fixture
def mailing(tmp_path: Path, mail_server: MailServer) -> Iterator[Service]:
    """A service that sends its mails by SMTP, and has no mailbox page."""
    copy_migrated_database(tmp_path)
    running = Service(tmp_path, EMAIL_URL=f"smtp://127.0.0.1:{mail_server.port}")
    try:
        yield running.start()
    finally:
        running.stop()


def test_a_game_by_replies(
    mailing: Service, mail_server: MailServer, is_slow: bool
) -> None:
    """
    From "accept" on; then its record is checked, with an old mail.

    With --slow to the result.
    """
    letters = Letters(mail_server, mailing.address)
    host = PagePlayer("host@players.example", mailing.address, 0)
    slug = new_game(host, letters, PEOPLE, False)
    players = {email: MailClient(email, mailing.mails_at) for email in PEOPLE}
    mailing.manage("shell", "-c", TEXT_ONLY)

    play(mailing, letters, players, is_whole=is_slow)

    events = audit.stored_events(mailing, slug)
    assert_only_replies_played(mailing, slug)
    if is_slow:
        assert_ended_by_the_rules(replay(events), letters)
    assert_verified(mailing, slug, letters)
    assert mailing.log() == ""
    report(events, letters, players)


def play(
    service: Service,
    letters: Letters,
    players: dict[str, MailClient],
    *,
    is_whole: bool,
) -> None:
    """Let all answer their mails, until both have read of the end, or for a part."""
    read, has_been_disturbed = 0, False
    while len(results(letters)) < len(players) if is_whole else read < PART:
        while read == len(letters.mails):
            letters.wait()
        mail = letters.mails[read]
        read += 1
        reader = players.get(mail.recipient)
        if reader is None:
            continue
        if not has_been_disturbed and is_turn(mail) and len(letters.mails) > MIDDLE:
            disturb(service, mail)
            has_been_disturbed = True
        reader.read(mail)
    assert has_been_disturbed


def is_turn(mail: Mail) -> bool:
    """Whether a mail asks for a decision and answers nothing."""
    return str(mail.message["Message-ID"]).startswith("<your_turn.")


def results(letters: Letters) -> list[Mail]:
    """Return the mails that tell of the end."""
    names = [(str(mail.message["Message-ID"]), mail) for mail in letters.mails]
    return [mail for name, mail in names if name.startswith("<game_over.")]


def disturb(service: Service, turn: Mail) -> None:
    """Bring what looks like an answer and is none: of it, nothing comes."""
    version = "SELECT version FROM games_game"
    before = service.rows(version)
    assert choices_in(turn)
    bring(
        written(turn, "1", From=turn.recipient, Auto_Submitted="auto-replied"),
        service.mails_at,
    )
    report = BOUNCE.read_text().replace("%TO%", turn.recipient).encode()
    bring(report, service.mails_at, to=str(turn.message["Reply-To"]))
    bring(written(turn, "1", From="eve@elsewhere.example"), service.mails_at)
    waiting = "SELECT 1 FROM notifications_incomingmail WHERE reading = 'waiting'"
    wait_for(lambda: not service.rows(waiting))

    read = "SELECT reading FROM notifications_incomingmail ORDER BY id DESC LIMIT 3"
    assert service.rows(read) == [("pending",), ("ignored",), ("ignored",)]
    assert service.rows(version) == before
    unreachable = "SELECT 1 FROM games_user WHERE unreachable_since IS NOT NULL"
    assert service.rows(unreachable) == []


def assert_only_replies_played(service: Service, slug: str) -> None:
    """No player's decision was made by a page, the clock or autopilot."""
    how = service.rows(
        "SELECT DISTINCT source FROM games_storedevent "
        "WHERE command != '' AND decided_by IS NOT NULL "
        "AND game_id = (SELECT id FROM games_game WHERE slug = ?)",
        slug,
    )
    assert how == [("reply",)]


def assert_ended_by_the_rules(final: GameState, letters: Letters) -> None:
    """The cards or a pile of buildings ran out, and both read the same of it."""
    assert str(final.end_reason) in {"no_cards", "no_buildings"}
    assert {mail.recipient for mail in results(letters)} == set(PEOPLE)
    for mail in results(letters):
        for tribe in final.players:
            assert f": {tribe.score} point" in mail.text.replace("\N{MINUS SIGN}", "-")


def assert_verified(service: Service, slug: str, letters: Letters) -> None:
    """The record holds, and the head that an old mail quotes is in its chain."""
    record = service.directory / "record.jsonl"
    service.manage("export_game", slug, "--output", str(record))
    old = next(mail for mail in letters.mails if is_turn(mail) and event_of(mail) > 20)
    assert verified(record) == 0
    assert verified(record, "--head", head_of(old)) == 0
    assert verified(record, "--head", head_of(old)[::-1]) == 1


def report(
    events: list[Event], letters: Letters, players: dict[str, MailClient]
) -> None:
    """Say how long it was (`pytest -s`)."""
    final = replay(events)
    lines = [player.said.total() for player in players.values()]
    print(
        f"\n{final.round} rounds, {len(events)} events, {len(letters.mails)} mails, "
        f"{lines} lines, ended by {final.end_reason}, "
        f"scores {[tribe.score for tribe in final.players]}"
    )
