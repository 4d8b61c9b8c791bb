"""The caller of the API: the owner of a token, within its scopes and its limit."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone, translation
from ninja.security import HttpBearer

from games.accounts.programs import use_token
from games.errors import Refused
from games.limits import API_REQUESTS
from games.models import Game, User
from games.models.tokens import Scope
from games.now import database_now, zone_of
from games.watching.audience import require_may_watch
from games.web.pages import game_or_404
from games.web.reader import language_of

#: What a program without a scope is told; for whoever writes programs, in English.
LACKING = "This token lacks the scope “{scope}”: make one that has it."


@dataclass(frozen=True)
class Caller:
    """The user for whom a program calls, what its token allows, and when it is."""

    user: User
    scopes: frozenset[str]
    now: datetime

    def require(self, scope: Scope) -> None:
        """
        Raise Refused (forbidden) without a scope; to play, a bot's account needs the
        bot's.
        """
        if scope is Scope.PLAY and self.user.program:
            scope = Scope.BOT
        if scope not in self.scopes:
            raise Refused("forbidden", LACKING.format(scope=scope.value))


class TokenAuthentication(HttpBearer):
    """
    Lets a request in whose token has a scope, as its ``auth``.

    Spends one of the user's requests, and keeps what is left of them as the request's
    ``allowance``. From here on the request is worded for the user. Raises TooMany or
    Refused (forbidden).
    """

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        now = database_now()
        found = use_token(token, now)
        if found is None:
            return None
        translation.activate(language_of(found.user))
        timezone.activate(zone_of(found.user.time_zone))
        allowance = API_REQUESTS.spend(found.user_id, now=now)
        request.allowance = allowance  # type: ignore[attr-defined]
        caller = Caller(found.user, frozenset(found.scopes), now)
        caller.require(self.scope)
        return caller


def game_for(caller: Caller, slug: str) -> Game:
    """Return a game that the caller may see; raise Http404 or Refused (forbidden)."""
    game = game_or_404(slug)
    require_may_watch(game, caller.user)
    return game


def caller_of(request: HttpRequest) -> Caller:
    """Return who calls an operation that needs a token."""
    caller: Any = request.auth  # type: ignore[attr-defined]
    assert isinstance(caller, Caller)
    return caller


#: What each operation declares: the scope that it needs.
READ = TokenAuthentication(Scope.READ)
PLAY = TokenAuthentication(Scope.PLAY)
WEBHOOKS = TokenAuthentication(Scope.WEBHOOKS)
