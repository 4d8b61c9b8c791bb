"""Several uses in one request: each a decision of its own, all of them or none."""

from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest

from games.models import Game, StoredEvent
from games.signals import GameAdvanced, GameSignal
from games.table.submit import Submitted, submit_command, take_back_decision
from stoneage_core import IllegalMove
from stoneage_core.commands import UsePlace
from stoneage_core.components.places import Place
from tests.support.games import Loaded
from tests.support.play import everything, submit
from tests.support.refusals import refuses

pytestmark = pytest.mark.both_databases

PLACEMENTS = [
    (0, "hut"),
    (1, "hunting grounds 5"),
    (0, "tool maker"),
    (0, "forest 1"),
    (0, "clay pit 1"),
]


@pytest.fixture
def game(two_player_game: Game, loaded: Loaded, now: datetime) -> Game:
    """Alice is to use her people: on the hut, at the tool maker, and where wood is."""
    for player, text in PLACEMENTS:
        submit(two_player_game, player, text, now=now)
    return Game.objects.get(pk=two_player_game.pk)


def use_all(
    game: Game,
    *places: str,
    now: datetime,
    version: int | None = None,
    request_id: UUID | None = None,
) -> Submitted:
    present = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    return submit_command(
        seat=game.seats.select_related("game").get(number=0),
        command=tuple((UsePlace(Place(place)),) for place in places),
        expected_version=present if version is None else version,
        request_id=request_id,
        now=now,
    )


def commands(game: Game, *, after: int) -> list[str]:
    rows = StoredEvent.objects.filter(game=game, sequence__gt=after, decided_by=0)
    made = rows.moves().order_by("sequence")
    return list(made.values_list("command", flat=True))


def test_each_use_is_a_decision_of_its_own(game: Game, now: datetime) -> None:
    done = use_all(game, "hut", "tool_maker", now=now)
    assert commands(game, after=game.version) == ["use hut", "use tool maker"]
    assert done.before is not None
    assert done.before.version == game.version
    assert done.state.question == "use"
    assert done.state.players[0].people == 6


def test_uses_stop_at_dice_that_tools_can_raise(
    game: Game, loaded: Loaded, now: datetime
) -> None:
    loaded.dice[:] = [5]
    done = use_all(game, "tool_maker", "forest", "clay_pit", "hut", now=now)
    assert commands(game, after=game.version) == ["use tool maker", "use forest"]
    assert done.state.question == "tools"


def test_uses_continue_after_dice_that_nothing_can_raise(
    game: Game, loaded: Loaded, now: datetime
) -> None:
    loaded.dice[:] = [3, 4]
    done = use_all(game, "forest", "clay_pit", "hut", now=now)
    sent = ["use forest", "use clay pit", "use hut"]
    assert commands(game, after=game.version) == sent
    purse = done.state.players[0].resources
    assert (purse.wood, purse.brick) == (1, 1)


def test_a_run_that_begins_with_a_question_changes_nothing(
    two_player_game: Game, loaded: Loaded, now: datetime
) -> None:
    for player, text in [(0, "card 1"), (1, "hunting grounds 5"), (0, "hut")]:
        submit(two_player_game, player, text, now=now)
    submit(two_player_game, 0, "forest 2", now=now)
    before = everything(two_player_game)
    done = use_all(two_player_game, "card_1", "hut", now=now)
    assert done.events == ()
    assert everything(two_player_game) == before


def test_repeated_request_uses_nothing_twice(
    game: Game, loaded: Loaded, now: datetime
) -> None:
    loaded.dice[:] = [3]
    version, request_id = game.version, uuid4()
    same = {"now": now, "version": version, "request_id": request_id}
    first = use_all(game, "hut", "forest", **same)
    before = everything(game)
    again = use_all(game, "hut", "forest", **same)
    assert again.replayed
    assert (again.state, again.events) == (first.state, first.events)
    assert everything(game) == before


def test_request_id_of_uses_cannot_be_reused(game: Game, now: datetime) -> None:
    version, request_id = game.version, uuid4()
    same = {"now": now, "version": version, "request_id": request_id}
    use_all(game, "hut", "tool_maker", **same)
    before = everything(game)
    with refuses("request_reused"):
        use_all(game, "tool_maker", "hut", **same)
    with refuses("request_reused"):
        submit(
            game,
            0,
            "use forest",
            now=now,
            request_id=request_id,
            expected_version=version,
        )
    assert everything(game) == before


def test_later_decisions_do_not_belong_to_earlier_uses(
    game: Game, now: datetime
) -> None:
    version, request_id = game.version, uuid4()
    same = {"now": now, "version": version, "request_id": request_id}
    use_all(game, "hut", **same)
    use_all(game, "tool_maker", now=now, request_id=uuid4())
    assert use_all(game, "hut", **same).replayed


def test_uses_for_an_older_question_are_stale(game: Game, now: datetime) -> None:
    old = game.version
    use_all(game, "hut", now=now)
    before = everything(game)
    with refuses("stale"):
        use_all(game, "tool_maker", "forest", now=now, version=old)
    assert everything(game) == before


def test_use_of_an_empty_place_is_refused_with_a_reason(
    game: Game, now: datetime
) -> None:
    before = everything(game)
    with pytest.raises(IllegalMove, match="None of your people"):
        use_all(game, "field", now=now)
    assert everything(game) == before


def test_somebody_elses_turn_is_refused(two_player_game: Game, now: datetime) -> None:
    with pytest.raises(IllegalMove):
        use_all(two_player_game, "forest", now=now)


def test_only_the_last_use_can_be_taken_back(game: Game, now: datetime) -> None:
    use_all(game, "hut", "tool_maker", now=now)
    own = game.seats.select_related("game", "user").get(number=0)
    made = StoredEvent.objects.filter(game=game, command="use tool maker")
    after = now + timedelta(seconds=1)
    back = take_back_decision(seat=own, sequence=made.get().sequence, now=after)
    hut = StoredEvent.objects.get(game=game, command="use hut")
    with refuses("too_late"):
        take_back_decision(seat=own, sequence=hut.sequence, now=after)
    assert (back.version, own.number) == (made.get().sequence + 1, 0)


def test_signal_contains_the_window_of_the_last_use(
    game: Game, loaded: Loaded, now: datetime, published: list[GameSignal]
) -> None:
    loaded.dice[:] = [3]
    use_all(game, "forest", "hut", now=now)
    use_all(game, "tool_maker", now=now)
    told = [news.open_until for news in published if isinstance(news, GameAdvanced)]
    assert told[0] == now + timedelta(minutes=2)
