"""The caller of the API: a token's owner, with the token's scopes and a rate limit."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone, translation
from ninja.security import HttpBearer

from games import queries
from games.accounts.programs import use_token
from games.errors import Refused
from games.limits import API_REQUESTS, Allowance, Limit, TooMany
from games.models import Game, Seat, User
from games.models.tokens import Scope
from games.now import database_now, zone_of
from games.watching.audience import require_may_watch
from games.web.pages import game_or_404
from games.web.reader import language_of

#: Programmers read this, so it is in English.
LACKING = "This token lacks the scope “{scope}”: make one that has it."
NO_SEAT = "You have no seat in this game."


@dataclass(frozen=True)
class Caller:
    """
    The user for whom a program calls, the token's scopes, and the current time.

    ``allowances`` are what is left of the limits that the request has spent.
    """

    user: User
    scopes: frozenset[str]
    now: datetime
    allowances: list[Allowance] = field(default_factory=list)

    def spend(self, limit: Limit, *who: object) -> None:
        """
        Spend one use of a limit, by default that of the user.

        Raise TooMany if none is left.
        """
        try:
            spent = limit.spend(*(who or (self.user.pk,)), now=self.now)
            self.allowances.append(spent)
        except TooMany as refused:
            self.allowances.append(refused.allowance)
            raise

    def require(self, scope: Scope) -> None:
        """
        Raise Refused (forbidden) without a scope.

        Bots' accounts play with their own.
        """
        if scope is Scope.PLAY and self.user.program:
            scope = Scope.BOT
        if scope not in self.scopes:
            raise Refused("forbidden", LACKING.format(scope=scope.value))


class TokenAuthentication(HttpBearer):
    """
    Accepts requests whose token has a scope. The request's ``auth`` is a ``Caller``.

    Spends one of the user's requests. Activates the user's language and time zone.
    Raises TooMany or Refused (forbidden).
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
        caller = Caller(found.user, frozenset(found.scopes), now)
        request.allowances = caller.allowances  # type: ignore[attr-defined]
        caller.spend(API_REQUESTS)
        caller.require(self.scope)
        return caller


def game_for(caller: Caller, slug: str) -> Game:
    """Return a game that the caller may see. Raise Http404 or Refused (forbidden)."""
    game = game_or_404(slug)
    require_may_watch(game, caller.user)
    return game


def own_seat_of(caller: Caller, slug: str) -> Seat:
    """Return the caller's seat in a game. Raise Http404 or Refused (forbidden)."""
    seat = queries.own_seat(game_or_404(slug), caller.user)
    if seat is None:
        raise Refused("forbidden", NO_SEAT)
    return seat


def caller_of(request: HttpRequest) -> Caller:
    caller: Any = request.auth  # type: ignore[attr-defined]
    assert isinstance(caller, Caller)
    return caller


#: One for each scope that operations declare.
READ = TokenAuthentication(Scope.READ)
PLAY = TokenAuthentication(Scope.PLAY)
WEBHOOKS = TokenAuthentication(Scope.WEBHOOKS)
