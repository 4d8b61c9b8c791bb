"""A minimal service on the ``eventsourcing`` library, Django and PostgreSQL.

It has no middleware, sign-in, mails, clocks or hash chain: a view loads the aggregate,
checks the version that the player saw, decides with our engine and saves. The library
uses its own module for PostgreSQL, with a connection pool, because its integration with
Django's ORM does not support Django 5.2. ``config.web`` serves ``application``.
DATABASE_URL names the database.
"""

import os
from http import HTTPStatus
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from eventsourcing.persistence import IntegrityError

from bench.minimal_django import set_up
from bench.peers.library import environment_of
from bench.peers.played_games import APPLICATIONS, PlayedGame
from stoneage_core import GameError, notation

set_up(__name__)

from django.core.wsgi import get_wsgi_application  # noqa: E402 - needs the above
from django.urls import path  # noqa: E402

games = {
    name: kind(env=environment_of(os.environ["DATABASE_URL"]))
    for name, kind in APPLICATIONS.items()
}


def move(request: HttpRequest, name: str) -> HttpResponse:
    """Accept a move: 409 if the game has moved on, 422 if the rules refuse it."""
    asked, store = request.POST, games[name]
    game: PlayedGame = store.repository.get(UUID(asked["game"]))
    if game.version != int(asked["expected_version"]):
        return HttpResponse(status=HTTPStatus.CONFLICT)
    try:
        game.play(int(asked["player"]), notation.from_text(asked["command"]))
        store.save(game)
    except GameError:
        return HttpResponse(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    except IntegrityError:
        return HttpResponse(status=HTTPStatus.CONFLICT)
    response = HttpResponseRedirect("/")
    response.status_code = HTTPStatus.SEE_OTHER
    return response


urlpatterns = [path("<name>/move", move)]

application = get_wsgi_application()
