"""The outline of a game agrees with all its events, and pages read only their part."""

from pathlib import Path
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.history import history_page, outline
from games.history.export import log_lines
from games.history.importing import import_game
from games.history.outline import outline_of
from games.log.archiving import archive_game
from games.log.chain import Record
from games.log.positions import PastEvent, past_event, past_events
from games.models import Game
from games.presentation.event_text import rounds_of, undone_sequences
from games.presentation.timeline import load_timeline
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PersonBorn
from stoneage_core.events.base import Event, MatchEvent
from stoneage_core.events.clocks import AbsenceEnded
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.record import codec
from tests.support.standing_time import NOW

EVENTFUL = Path(__file__).parents[2] / "golden" / "records" / "eventful.jsonl"


@pytest.fixture
def eventful(db: None) -> Game:
    """A finished game with decisions that were taken back."""
    return import_game(text=EVENTFUL.read_text("utf-8"), now=NOW)


def random_records(chance: Random, length: int) -> list[Record]:
    records, number = [], 0
    for sequence in range(1, length + 1):
        kind = chance.randrange(6)
        event: Event = PersonBorn(0, Place.HUT)
        if kind == 0:
            number += 1
            event = RoundStarted(number, 0)
        elif kind == 1:
            event = AbsenceEnded(0)
        elif kind == 2 and sequence > 1:
            event = DecisionTakenBack(0, chance.randrange(1, sequence), agreed=True)
        name, data = event.type_name(), codec.encode(event).decode()
        version = codec.latest_version(name)
        records.append(Record(sequence, name, version, data, 0, "page", "", None, NOW))
    return records


def assert_agrees(found: outline.Outline, happened: list[PastEvent]) -> None:
    undone = undone_sequences(happened)
    for one, number in zip(
        happened, rounds_of(each.event for each in happened), strict=True
    ):
        assert found.round_of(one.sequence) == number
        assert one.sequence in {n for each in found.events_of(number) for n in each}
        if not isinstance(one.event, MatchEvent):
            assert found.stands(one.sequence) is (one.sequence not in undone)
    every = sorted(
        n for number in found.rounds for each in found.events_of(number) for n in each
    )
    assert every == [one.sequence for one in happened]


@pytest.mark.parametrize("seed", range(20))
def test_outline_of_random_events_agrees_with_all_of_them(seed: int) -> None:
    records = random_records(Random(seed), 60)
    assert_agrees(outline._outline(records, 60), [past_event(one) for one in records])


@pytest.mark.parametrize("is_archived", [False, True])
def test_outline_of_a_game_agrees_with_its_events(
    eventful: Game, *, is_archived: bool
) -> None:
    if is_archived:
        archive_game(game_id=eventful.pk, now=NOW)
        eventful.refresh_from_db()
    assert_agrees(outline_of(eventful), past_events(eventful))
    starts = {one.round: one.sequence for one in load_timeline(eventful).round_starts}
    assert outline_of(eventful).round_starts == starts


@pytest.mark.parametrize("is_archived", [False, True])
def test_some_lines_of_the_log_are_those_of_the_whole_log(
    eventful: Game, *, is_archived: bool
) -> None:
    """Also from the middle of a decision that orders made after a timeout."""
    if is_archived:
        archive_game(game_id=eventful.pk, now=NOW)
        eventful.refresh_from_db()
    whole = list(log_lines(eventful))
    for after in range(0, eventful.version, 7):
        assert list(log_lines(eventful, after=after)) == whole[after:]


def test_new_events_are_read_without_the_earlier_ones(eventful: Game) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert len(list(log_lines(eventful, after=eventful.version - 2))) == 2
    assert len(asked) <= 2
    read = [each["sql"] for each in asked if "BETWEEN" in each["sql"]]
    assert all(f"BETWEEN {eventful.version - 1} AND" in sql for sql in read), read


def shown(client: Client, game: Game, query: str) -> list[int]:
    """Return the sequences of all lines on all pages of all parts of a history."""
    found, address = list[int](), f"/games/{game.slug}/history/?all=on&{query}"
    parts = len(client.get(address).context["parts"])
    for part in range(1, parts + 1):
        last, number = 1, 0
        while number < last:
            number += 1
            page = client.get(f"{address}&part={part}&page={number}").context["page"]
            found += [line.text.sequence for line in page]
            last = page.paginator.num_pages
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    "query", ["round=2", "kind=dice", "words=wood", "who=1", "round=0"]
)
def test_long_history_is_shown_in_parts(
    client: Client, eventful: Game, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = shown(client, eventful, query)
    monkeypatch.setattr(history_page, "MOST_READ", 40)
    parts = shown(client, eventful, query)
    assert parts == whole != []
    read = history_page.past_events
    sizes = []

    def counted(game: Game, *, after: int = 0, limit: int | None = None) -> object:
        sizes.append(limit or 0)
        return read(game, after=after, limit=limit)

    monkeypatch.setattr(history_page, "past_events", counted)
    client.get(f"/games/{eventful.slug}/history/?{query}")
    assert 0 < sum(sizes) <= 40


def test_link_to_another_page_stays_in_the_part(
    client: Client, eventful: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_page, "MOST_READ", 60)
    monkeypatch.setattr(history_page, "LINES", 10)
    address = f"/games/{eventful.slug}/history/?all=on&who=1&part=2"
    answer = client.get(address)
    assert answer.context["part"] == 2
    assert "part=2&amp;page=2" in answer.text
    # A part too far is the last one.
    parts = len(answer.context["parts"])
    last = client.get(f"/games/{eventful.slug}/history/?who=1&part=999").context
    assert (last["part"], len(last["parts"])) == (parts, parts)
