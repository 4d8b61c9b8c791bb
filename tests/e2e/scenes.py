"""The pages as ``PageServer`` starts them, and scenes set in the same process.

A test names a function and its arguments, and is told what it returns: no process is
started for it.
"""

import json
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.core.management import call_command
from django.utils import translation
from django.utils.module_loading import import_string

from config.wsgi import application as pages
from games.accounts.users import user_for_email
from games.links.purposes import APPEAL_LINK, PLAY_LINK, SIGN_IN_LINK
from games.lobby.games import create_game
from games.lobby.seats import accept_seat
from games.models import Game, ModerationAction
from games.models.game_choices import Audience
from games.now import database_now
from notifications.tasks import read_incoming_mails, send_due_mails
from tests.e2e.page_server import SCENES

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
    return SIGN_IN_LINK.url(user_for_email(email=email, now=now), now=now)


def seat_two(crowd: str) -> tuple[str, str, str]:
    """Let Anna and Ben of a crowd begin a game; return its name and their links."""
    now, emails = database_now(), [f"{who}@{crowd}.example" for who in ("anna", "ben")]
    host = user_for_email(email=emails[0], now=now)
    game = create_game(host=host, players=emails, now=now)
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
