"""Games over HTTP, by nothing but the links found in the mails; whole with --slow."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from stoneage_core import GameState, SealedChance, replay
from stoneage_core.events.base import Event
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.rounds import DiceOffered
from stoneage_core.events.setup import GameCreated
from stoneage_core.record import codec
from tests.core.recorded import assert_legal_outcome
from tests.e2e import audit
from tests.e2e.browsing import Browser
from tests.e2e.mail import Mail
from tests.e2e.pages import Page
from tests.e2e.tables import Table, announce
from tests.harness.page_server import PageServer
from tests.harness.service import Service
from tests.harness.site import Site
from tests.support.verifying import verified

#: How many mails are followed where the game is not played to its end.
PART = 16
#: More mails than this for one player would be a nuisance, in a game of any size.
MOST_MAILS_EACH = 300
#: How many players of 2, 3 and 4 get pictures, which take most of the time of a mail,
#: until so many of them have come.
ILLUSTRATED = {2: 0, 3: 1, 4: 0}
PICTURES = 12
#: The option with which dice for all wait for each player's turn.
OWN_TURN = "dice_at_own_turn"
MINUS = "\N{MINUS SIGN}"
NUMBER = rf"[-{MINUS}]?\d+"


@pytest.fixture
def playing(is_slow: bool, tmp_path: Path) -> Iterator[Site]:
    """With --slow a whole service; for a part the pages, whose mails come at once."""
    running = Service(tmp_path) if is_slow else PageServer(tmp_path)
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.mark.timeout(1500)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, ()),
        pytest.param(3, (), marks=pytest.mark.slow),
        pytest.param(4, (), marks=pytest.mark.slow),
        pytest.param(4, (OWN_TURN,), marks=pytest.mark.slow, id="own-turn"),
    ],
)
def test_a_game_by_mail(
    playing: Site, players: int, options: tuple[str, ...], is_slow: bool
) -> None:
    """From the invitation on, with --slow to the final scoring, and all is checked."""
    table = seated(playing, players, options)
    illustrated = set(list(table.players)[: ILLUSTRATED[players]])
    for email in table.players.keys() - illustrated:
        table.players[email].want_text_only(table.mailbox)
    table.begin()
    if illustrated:
        table.play(until=lambda: len(illustrations(table, illustrated)) >= PICTURES)
        assert_illustrated_for(table, illustrated)
    for email in illustrated:
        table.players[email].want_text_only(table.mailbox)
    table.play(until=None if is_slow else lambda: table.handled >= PART)

    events = audit.stored_events(playing, table.slug)
    final = replay(events)
    assert_stored_state_is(playing, table, final, "finished" if is_slow else "active")
    if is_slow:
        assert_scores_right(table, events, final)
        assert_dice_honest(table, events)
        assert_verified(playing, table)
        waited = any(isinstance(event, DiceOffered) for event in events)
        assert waited is (OWN_TURN in options)
    assert_mails_sane(playing, table, is_whole=is_slow)
    assert playing.log() == ""
    report(playing, table, events, final)


def assert_verified(site: Site, table: Table) -> None:
    """The record of the game holds."""
    assert isinstance(site, Service)
    record = site.directory / "record.jsonl"
    site.manage("export_game", table.slug, "--output", str(record))
    assert verified(record) == 0


def seated(site: Site, players: int, options: tuple[str, ...]) -> Table:
    """Invite so many; with three of them the host is one of the players."""
    host_plays = players == 3
    return announce(
        site,
        host=f"host{players}@example.org",
        others=[f"p{n}of{players}@example.org" for n in range(players - host_plays)],
        host_plays=host_plays,
        taste=players,
        options=options,
    )


def assert_stored_state_is(
    site: Site, table: Table, final: GameState, status: str
) -> None:
    """What the pages show is what the events say, and nothing else."""
    (row,) = site.rows(
        "SELECT state, version, status FROM games_game WHERE slug = ?", table.slug
    )
    assert codec.decode_state(row[0]) == final
    assert row[1:] == (final.version, status)


def assert_scores_right(table: Table, events: list[Event], final: GameState) -> None:
    """Count by hand; the result page and everybody's mail say the same."""
    counted = {
        number: audit.scoring(tribe, audit.points_in_play(events, number))
        for number, tribe in enumerate(final.players)
    }
    totals = {number: sum(lines) for number, lines in counted.items()}
    assert totals == {n: tribe.score for n, tribe in enumerate(final.players)}
    best_first = sorted(counted, key=lambda n: (final.ranks[n], n))
    assert sorted(totals.values(), reverse=True) == [totals[n] for n in best_first]

    page = Browser(table.site.address).get(table.mails("result")[0].link)
    assert page.status == 200
    assert columns_of(page) == [counted[number] for number in best_first]
    for mail in table.mails("result"):
        assert blocks_of(mail.text) == [counted[number] for number in best_first]
        assert totals_of(mail.text) == [totals[number] for number in best_first]


def columns_of(page: Page) -> list[list[int]]:
    """Read the scoring table of the result page, a list of lines for each player."""
    (table,) = page.tables
    rows = [[number(cell.split()[0]) for cell in row[1:]] for row in table[1:8]]
    columns = [list(column) for column in zip(*rows, strict=True)]
    assert [number(cell) for cell in table[8][1:]] == [sum(each) for each in columns]
    return columns


def blocks_of(text: str) -> list[list[int]]:
    """Read the scoring of the mail, a list of lines for each player."""
    found = re.findall(rf"^   [A-Z][^:]+: ({NUMBER})", text, re.M)
    return [[number(n) for n in found[at : at + 7]] for at in range(0, len(found), 7)]


def totals_of(text: str) -> list[int]:
    """Read the sums of the mail, in the order of the ranks."""
    found = re.findall(rf"^\d\. .*: ({NUMBER}) points?$", text, re.M)
    return [number(n) for n in found]


def number(text: str) -> int:
    """Read a number as people write it, with a real minus sign."""
    return int(text.replace(MINUS, "-"))


def assert_dice_honest(table: Table, events: list[Event]) -> None:
    """The seed fits what the invitations quoted, and every draw fits the seed."""
    created, revealed = events[0], events[-1]
    assert isinstance(created, GameCreated)
    assert isinstance(revealed, SeedRevealed)
    assert audit.fingerprint(revealed.seed) == created.commitment
    for mail in table.mails("invitation"):
        assert mail.message["X-Game-Seal"] == created.commitment
    for mail in table.mails("result"):
        page = Browser(table.site.address).get(mail.link)
        assert revealed.seed in page.html
    made = list(audit.draws(events))
    assert made
    assert [drawn for drawn, _ in made] == [again for _, again in made]
    assert_legal_outcome(events, SealedChance(bytes.fromhex(revealed.seed)))


def assert_mails_sane(site: Site, table: Table, *, is_whole: bool) -> None:
    """Assert that nothing came twice, nothing was lost, nobody was called in vain."""
    mails = table.mailbox.mails
    names = [mail.message["Message-ID"] for mail in mails]
    assert len(set(names)) == len(names)
    sent = site.rows(
        "SELECT m.user_id, m.kind, m.about_version, m.message_id "
        "FROM notifications_outgoingmail m JOIN games_game g ON g.id = m.game_id "
        "WHERE g.slug = ? AND m.status = 'sent'",
        table.slug,
    )
    assert len({row[:3] for row in sent}) == len(sent)
    if is_whole:  # else the last one may have been sent just now
        assert {row[3] for row in sent} <= set(names)
    failed = site.rows(
        "SELECT * FROM notifications_outgoingmail WHERE status = 'failed'"
    )
    assert failed == []
    for email, player in table.players.items():
        assert Counter(mail.recipient for mail in mails)[email] < MOST_MAILS_EACH
        assert player.idle_visits == []
        assert_one_thread(table, email)


def illustrations(table: Table, readers: set[str]) -> list[Mail]:
    """Return the mails that came for those who want to see the board."""
    return [mail for mail in table.mailbox.mails if mail.recipient in readers]


def assert_illustrated_for(table: Table, readers: set[str]) -> None:
    """Assert who gets pictures: those who read HTML, not those who want text alone."""
    for mail in table.mailbox.mails:
        if mail.recipient in readers:
            assert mail.link in mail.html.replace("&amp;", "&")
        elif mail.recipient in table.players and is_about_the_game(mail):
            assert mail.html == "", mail.subject


def is_about_the_game(mail: Mail) -> bool:
    """Return whether a mail came after its reader had chosen text alone."""
    return bool(mail.message["List-ID"]) and mail.purpose != "invitation"


def assert_one_thread(table: Table, email: str) -> None:
    """All mails about the game hang below it, by the name that the first gives it."""
    own = [m.message for m in table.mailbox.mails if m.recipient == email]
    messages = [message for message in own if message["List-ID"]]
    (game,) = messages[0]["References"].split()
    earlier: set[str] = set()
    for message in messages:
        root, *last = message["References"].split()
        assert root == game
        assert earlier.issuperset(last)
        earlier.add(message["Message-ID"])


def report(site: Site, table: Table, events: list[Event], final: GameState) -> None:
    """Say how long it was (`pytest -s`)."""
    waits = site.rows(
        "SELECT (julianday(sent_at) - julianday(created_at)) * 86400 FROM "
        "notifications_outgoingmail WHERE status = 'sent' AND game_id = "
        "(SELECT id FROM games_game WHERE slug = ?)",
        table.slug,
    )
    decisions: Counter[str] = sum(
        (p.decisions for p in table.players.values()), Counter()
    )
    print(
        f"\n{len(table.players)} players: {final.round} rounds, {len(events)} events, "
        f"{len(table.mailbox.mails)} mails, "
        f"{[player.visits for player in table.players.values()]} visits, "
        f"{sum(p.browser.requests for p in table.players.values())} requests, "
        f"ended by {final.end_reason}, scores {[p.score for p in final.players]}, "
        f"decisions {dict(decisions)}, "
        f"median wait for a mail {median(wait for (wait,) in waits):.3f} s"
    )
