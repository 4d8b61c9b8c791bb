"""The desk of the staff, continued: what was said at tables, and what was reported."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin import ReadOnly
from games.models import Report, TalkMessage


@admin.register(TalkMessage)
class TalkMessageAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Talk of all tables, what was hidden too, the latest first."""

    list_display = ["said_at", "game", "seat", "user", "text", "hidden_at", "hidden_by"]
    list_filter = [("hidden_at", admin.EmptyFieldListFilter), "said_at"]
    search_fields = ["=game__slug", "user__email", "user__name", "text"]
    list_select_related = ["game", "seat", "user", "hidden_by"]
    ordering = ["-pk"]


class OpenFilter(admin.SimpleListFilter):
    """Open reports, unless others are asked for."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("closed", _("closed")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Call the default by its name."""
        first, *others = super().choices(changelist)
        yield from [{**first, "display": _("open")}, *others]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Report]
    ) -> QuerySet[Report]:
        match self.value():
            case "all":
                return queryset
            case "closed":
                return queryset.filter(closed_at__isnull=False)
            case _:
                return queryset.filter(closed_at__isnull=True)


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What waits for an answer of the staff, the oldest first."""

    list_display = ["made_at", "game", "about", "reason", "reporter", "closed_at"]
    list_filter = [OpenFilter]
    search_fields = ["=game__slug", "about__email", "about__name", "reason"]
    list_select_related = ["game", "about", "reporter"]
    ordering = ["made_at"]
