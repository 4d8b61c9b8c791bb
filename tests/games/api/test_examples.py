"""Every request body has an example, and the examples work."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

import pytest

from config.api import api
from games.leagues.entering import enter_league
from games.leagues.hosting import create_league
from games.leagues.seasons import start_season
from games.lobby.new_games import OPEN, create_game
from games.models import Game, League, User
from games.seats.leaving import ask_to_take_seat
from games.talk.messages import say_at_table
from tests.games.api.conftest import Programs
from tests.support.leagues import TERMS
from tests.support.pages import seat_of
from tests.support.play import play_to_the_end, submit
from tests.support.proposals import propose_end
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


class Scene(NamedTuple):
    """Who sends an example, where to, and the fields that follow from the scene."""

    user: User
    path: str
    fields: dict[str, Any] = {}


class People(NamedTuple):
    alice: User
    bob: User
    carol: User
    outsider: User


@pytest.fixture
def people(alice: User, bob: User, carol: User, outsider: User) -> People:
    return People(alice, bob, carol, outsider)


def at_the_table(path: str) -> Callable[[Game, People], Scene]:
    """Return a scene in which Alice, who is to place people, sends a request."""

    def scene(game: Game, people: People) -> Scene:
        return Scene(people.alice, f"/games/{game.slug}/{path}")

    return scene


def of_account(path: str) -> Callable[[Game, People], Scene]:
    return lambda game, people: Scene(people.alice, path)


def decision(game: Game, people: People) -> Scene:
    version = {"expected_version": game.version}
    return Scene(people.alice, f"/games/{game.slug}/commands", version)


def taking_back(game: Game, people: People) -> Scene:
    before = game.version
    submit(game, 0, "hunting grounds 5", now=NOW)
    fields = {"first_sequence": before + 1}
    return Scene(people.alice, f"/games/{game.slug}/take-back", fields)


def vote(game: Game, people: People) -> Scene:
    propose_end(seat=seat_of(game, 0), now=NOW)
    return Scene(people.bob, f"/games/{game.slug}/proposals/1/vote")


def giving_time(game: Game, people: People) -> Scene:
    return Scene(people.bob, f"/games/{game.slug}/give-time", {"seat": 0})


def reading(game: Game, people: People) -> Scene:
    said = say_at_table(seat=seat_of(game, 1), text="Hello!", now=NOW)
    path = f"/games/{game.slug}/messages/read"
    return Scene(people.alice, path, {"upto": said.pk})


def spectating(game: Game, people: People) -> Scene:
    return Scene(people.outsider, f"/games/{game.slug}/spectators-talk")


def answering(game: Game, people: People) -> Scene:
    offer = ask_to_take_seat(seat=seat_of(game, 0), email="carol@example.org", now=NOW)
    return Scene(people.carol, f"/games/{game.slug}/offers/{offer.number}")


def before_start(path: str) -> Callable[[Game, People], Scene]:
    def scene(game: Game, people: People) -> Scene:
        made = create_game(host=people.alice, players=[people.alice, OPEN], now=NOW)
        return Scene(people.alice, f"/games/{made.slug}/{path}")

    return scene


def handing_over(game: Game, people: People) -> Scene:
    from games.seats.invitations import take_open_seat

    players = [people.alice, OPEN, OPEN]
    made = create_game(host=people.alice, players=players, now=NOW)
    take_open_seat(game=made, user=people.bob, now=NOW)
    return Scene(people.alice, f"/games/{made.slug}/hand-over")


def rematch(game: Game, people: People) -> Scene:
    play_to_the_end(game, now=NOW)
    return Scene(people.alice, f"/games/{game.slug}/rematch")


def what_if(game: Game, people: People) -> Scene:
    version = game.version
    play_to_the_end(game, now=NOW)
    Game.objects.filter(pk=game.pk).update(finished_at=NOW - timedelta(days=30))
    return Scene(people.alice, f"/games/{game.slug}/what-if", {"at": version})


def league(people: People) -> League:
    made = create_league(host=people.alice, name="Club", terms=TERMS, now=NOW)
    enter_league(league=made, user=people.bob, now=NOW)
    return made


def in_league(path: str) -> Callable[[Game, People], Scene]:
    def scene(game: Game, people: People) -> Scene:
        return Scene(people.alice, f"/leagues/{league(people).slug}{path}")

    return scene


def with_entrant(path: str) -> Callable[[Game, People], Scene]:
    def scene(game: Game, people: People) -> Scene:
        made = league(people)
        entrant = made.current_season().entrants.get().pk
        return Scene(people.alice, f"/leagues/{made.slug}{path}", {"entrant": entrant})

    return scene


def dropping_out(game: Game, people: People) -> Scene:
    made = league(people)
    enter_league(league=made, user=people.alice, now=NOW)
    start_season(league=made, by=people.alice, now=NOW)
    return Scene(people.bob, f"/leagues/{made.slug}/drop-out")


#: A scene for each operation with a body, in which its example is accepted.
SCENES: dict[str, Callable[[Game, People], Scene]] = {
    "add_webhook": of_account("/webhooks"),
    "agree": rematch,
    "allow_spectators_talk": at_the_table("spectators-talk"),
    "answer_offer": answering,
    "ask_for_substitute": at_the_table("substitute"),
    "cancel_own_game": before_start("cancel"),
    "change_account": of_account("/me"),
    "change_hosted_league": in_league(""),
    "change_preferences": of_account("/preferences"),
    "choose_second_host": with_entrant("/second-host"),
    "close_hosted_league": in_league("/close"),
    "drop_out_of_league": dropping_out,
    "enter": in_league("/enter"),
    "fill_seat": before_start("seats/1"),
    "found_league": of_account("/leagues"),
    "give_time": giving_time,
    "go_away": of_account("/absences"),
    "go_away_from_game": at_the_table("absence"),
    "hand_over": handing_over,
    "hand_over_hosted_league": with_entrant("/hand-over"),
    "invite_to_league": in_league("/invitations"),
    "leave_game": at_the_table("leave"),
    "make_game": of_account("/games"),
    "mark_messages_read": reading,
    "play_on": what_if,
    "propose": at_the_table("proposals"),
    "replace_orders": at_the_table("orders"),
    "report": at_the_table("reports"),
    "say": at_the_table("messages"),
    "say_to_spectators": spectating,
    "show_own_profile": of_account("/profile"),
    "submit": decision,
    "take_back": taking_back,
    "vote": vote,
    "write_to_league": in_league("/words"),
}


def documented_bodies() -> dict[str, tuple[str, Any]]:
    """Return method and example of each operation that has a body, by its id."""
    document: Any = api.get_openapi_schema()
    found = {}
    for operations in document["paths"].values():
        for method, operation in operations.items():
            if "requestBody" not in operation:
                continue
            body = operation["requestBody"]["content"]["application/json"]["schema"]
            name = body["$ref"].rpartition("/")[2]
            examples = document["components"]["schemas"][name].get("examples", [None])
            found[operation["operationId"]] = (method, examples[0])
    return found


BODIES = documented_bodies()


def test_every_body_has_an_example_and_a_scene() -> None:
    assert [name for name, (_method, example) in BODIES.items() if not example] == []
    assert BODIES.keys() == SCENES.keys()


@pytest.mark.parametrize("name", sorted(SCENES))
def test_example_is_accepted(
    name: str, two_player_game: Game, people: People, program_of: Programs
) -> None:
    method, example = BODIES[name]
    scene = SCENES[name](two_player_game, people)
    assert scene.fields.keys() <= example.keys()
    program = program_of(scene.user)
    answer = program.send(scene.path, example | scene.fields, method)
    assert answer.status_code in {200, 201, 204}, answer.content
