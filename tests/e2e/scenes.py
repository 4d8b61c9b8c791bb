"""The pages as ``PageServer`` starts them, and scenes set in the same process.

A test names a function and its arguments, and is told what it returns: no process is
started for it.
"""

import json
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.core.management import call_command
from django.test import override_settings
from django.utils import translation
from django.utils.module_loading import import_string

from config.wsgi import application as pages
from games.accounts.users import update_user, user_for_email
from games.history.sample import add_sample_game
from games.links.purposes import APPEAL_LINK, INVITATION_LINK, PLAY_LINK, SIGN_IN_LINK
from games.lobby.new_games import create_game
from games.log import positions
from games.models import Game, ModerationAction
from games.models.games import Audience
from games.now import database_now
from games.seats.invitations import accept_seat
from games.table.hints import FirstNote, dismiss_note
from games.table.submit import submit_command
from games.table.votes import cast_vote
from notifications.models import Kind, OutgoingMail, Topic
from notifications.tasks import read_incoming_mails, send_due_mails
from stoneage_core import autopilot, awaited
from stoneage_core.state import Phase
from stoneage_core.terms import Terms
from tests.harness.page_server import SCENES
from tests.support.play import submit
from tests.support.proposals import propose_end

call_command("migrate", verbosity=0, interactive=False, skip_checks=True)


def application(
    environ: WSGIEnvironment, start_response: StartResponse
) -> Iterable[bytes]:
    """Answer as the site does, but for the address at which scenes are set."""
    if environ["PATH_INFO"] != SCENES:
        return pages(environ, start_response)
    asked = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    with translation.override("en"):
        result = import_string(asked["function"])(*asked["arguments"])
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(result).encode()]


def bring_mails() -> None:
    """Read what has come in, then send what is due, as workers do."""
    read_incoming_mails()
    send_due_mails()


def sign_in_link(email: str) -> str:
    """Return a link as the mail that it is asked for by holds it."""
    now = database_now()
    return SIGN_IN_LINK.url(user_for_email(email=email, now=now), email, now=now)


def add_sample() -> None:
    """Import the sample game, which sites of tests lack."""
    add_sample_game(database_now())


def seat_two(crowd: str, start: int | None = None) -> tuple[str, str, str]:
    """
    Let Anna and Ben of a crowd begin a game; return its name and their links.

    ``start`` is the number of the start player, who is drawn by default.
    """
    now, emails = database_now(), [f"{who}@{crowd}.example" for who in ("anna", "ben")]
    host = user_for_email(email=emails[0], now=now)
    game = create_game(
        host=host, players=emails, terms=Terms(len(emails), first_player=start), now=now
    )
    anna, ben = game.seats.order_by("number")
    accept_seat(seat=ben, now=now)
    return game.slug, PLAY_LINK.url(anna, now=now), PLAY_LINK.url(ben, now=now)


def appeal_link() -> str:
    """Return the link against the last warning, as its mail holds it."""
    act = ModerationAction.objects.filter(kind="warn").latest("pk")
    assert act.user is not None
    return APPEAL_LINK.url(act, act.user, now=database_now())


def let_everybody_watch() -> None:
    """List all games: those of guests are listed nowhere."""
    Game.objects.update(audience=Audience.EVERYONE)


def invite_two(crowd: str) -> tuple[str, str, str, str]:
    """
    Let Anna of a crowd invite Ben, who is to begin.

    Return the game's name, Anna's address, Ben's invitation and the link of his seat.
    """
    now, emails = database_now(), [f"{who}@{crowd}.example" for who in ("anna", "ben")]
    host = user_for_email(email=emails[0], now=now)
    update_user(user=host, name="Anna")
    game = create_game(
        host=host, players=emails, terms=Terms(len(emails), first_player=1), now=now
    )
    ben = game.seats.get(number=1)
    invitation = INVITATION_LINK.url(ben, now=now)
    return game.slug, emails[0], invitation, PLAY_LINK.url(ben, now=now)


def let_anna_use(crowd: str) -> tuple[str, str, str]:
    """Let Anna and Ben place all their people; Anna is to use four places first."""
    slug, *links = seat_two(crowd, 0)
    game = Game.objects.get(slug=slug)
    placed = ("hut", "hunting grounds 5", "tool maker", "forest 1", "clay pit 1")
    for number, text in enumerate(placed):
        submit(game, int(number == 1), text, now=database_now())
    return slug, links[0], links[1]


def decide_once(slug: str) -> int:
    """Let the first player who is awaited do what autopilot advises; return who."""
    game = Game.objects.get(slug=slug)
    state = positions.state_of(game)
    mover = min(awaited(state))
    submit_command(
        seat=game.seats.select_related("game").get(number=mover),
        command=autopilot.choose(state, mover),
        expected_version=game.version,
        request_id=None,
        now=database_now(),
    )
    return mover


def play_until(slug: str, phase: str) -> int:
    """Let everybody do what autopilot advises until a phase; return who is awaited."""
    while (state := positions.state_of(Game.objects.get(slug=slug))).phase != phase:
        decide_once(slug)
    return min(awaited(state), default=-1)


def awaited_to_use(slug: str) -> int:
    """Return who is to use people or to end a roll, -1 if the phase is over."""
    state = positions.state_of(Game.objects.get(slug=slug))
    return min(awaited(state)) if state.phase is Phase.ACTIONS else -1


def seat_friends(crowd: str) -> tuple[str, str, str]:
    """
    Let Anna and Ben, who have names, begin a game in which moves can be taken back.

    They have read the notes of first games. Anna is the start player. Return the name
    of the game and their links.
    """
    now = database_now()
    emails = [f"{who}@{crowd}.example" for who in ("anna", "ben")]
    friends = [user_for_email(email=email, now=now) for email in emails]
    for user, name in zip(friends, ("Anna", "Ben"), strict=True):
        update_user(user=user, name=name)
        for note in FirstNote:
            dismiss_note(user=user, kind=note)
    terms = Terms(2, first_player=0)
    with override_settings(UNDO_SECONDS=120):
        game = create_game(host=friends[0], players=friends, terms=terms, now=now)
    anna, ben = game.seats.order_by("number")
    accept_seat(seat=ben, now=now)
    return game.slug, PLAY_LINK.url(anna, now=now), PLAY_LINK.url(ben, now=now)


def agree_to_end(slug: str) -> None:
    """Let Anna propose to end the game as it stands, and Ben agree."""
    now = database_now()
    anna, ben = Game.objects.get(slug=slug).seats.order_by("number")
    game = propose_end(seat=anna, now=now)
    (proposal,) = game.table_state.proposals
    cast_vote(seat=ben, proposal=proposal.number, agrees=True, now=now)


def talk_mails(slug: str) -> list[str]:
    """Return the topics of the mails that will tell what was said at a table."""
    mails = OutgoingMail.objects.filter(game__slug=slug, kind=Kind.TALK).pending()
    return list(mails.exclude(topic=Topic.TALK).values_list("topic", flat=True))
