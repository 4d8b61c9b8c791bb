"""Admin mixins: read-only lists without the reader's own games."""

from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import StaffTrace, User
from games.moderation import conflicts
from games.now import database_now
from games.staff_traces import record_look


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


class NotesLooks:
    """Mixed into admin classes about people and what they say. Looks leave a trace."""

    model: type[Model]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        self._note(request, request.GET.urlencode())
        return super().changelist_view(request, extra_context)  # type: ignore[misc]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Any = None,
    ) -> Any:
        self._note(request, object_id)
        return super().change_view(request, object_id, form_url, extra_context)  # type: ignore[misc]

    def _note(self, request: HttpRequest, which: str) -> None:
        assert isinstance(request.user, User)
        detail = f"{self.model._meta.verbose_name_plural}: {which}"
        record_look(
            by=request.user,
            what=StaffTrace.What.LIST,
            now=database_now(),
            detail=detail.rstrip(": "),
        )


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
