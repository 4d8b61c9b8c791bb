"""Admin mixins: read-only lists without the reader's own games."""

from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import User
from games.moderation import conflicts


class ReadOnly:
    def has_add_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False


class HidesOwnGames:
    """
    Mixed into admin classes about games. Hides the games that the reader plays in. Rows
    such as orders are secrets of the other players.
    """

    #: The lookup from a row to its game.
    game_of_row = "game"

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        assert isinstance(request.user, User)
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]
        games = conflicts.open_games_of(request.user)
        own = rows.filter(**{f"{self.game_of_row}__in": games})
        return rows.exclude(pk__in=own.order_by().values("pk"))
