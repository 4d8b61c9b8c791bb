"""The admin's lists of what was said at tables, and what was reported."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.errors import Refused
from games.models import Report, TalkMessage, User
from games.models.moderation import LONGEST_REASON
from games.moderation.action import execute
from games.moderation.actions.talk import ANSWER
from games.moderation.conflicts import reports_for
from games.moderation.context import ActionContext
from games.moderation.read_only_admin import OthersTables, ReadOnly
from games.now import database_now


@admin.register(TalkMessage)
class TalkMessageAdmin(OthersTables, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Talk of all tables, what was hidden too, the latest first."""

    list_display = ["said_at", "game", "seat", "user", "text", "hidden_at", "hidden_by"]
    list_filter = [("hidden_at", admin.EmptyFieldListFilter), "said_at"]
    search_fields = ["=game__slug", "user__email", "user__name", "text"]
    list_select_related = ["game", "seat", "user", "hidden_by"]
    ordering = ["-pk"]


class OpenFilter(admin.SimpleListFilter):
    """Open reports, unless others are asked for."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("closed", "closed"), ("all", "all")]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Call the default by its name."""
        first, *others = super().choices(changelist)
        yield from [{**first, "display": "open"}, *others]

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


class AnswerForm(forms.ModelForm):  # type: ignore[type-arg]
    """What came of a report, and whether its message goes on being shown."""

    outcome = forms.CharField(
        label="What came of it",
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=(
            "With this the report is closed. Who made it reads this by mail; where you "
            "hide the message, all at the table do."
        ),
    )
    hide = forms.BooleanField(label="Hide the message", required=False)

    class Meta:
        model = Report
        fields: ClassVar = ["outcome"]


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """
    What waits for an answer of the staff, the oldest first.

    Nobody reads what is reported of them, or at a table of theirs.
    """

    form = AnswerForm
    list_display = ["made_at", "game", "about", "reason", "reporter", "closed_at"]
    list_filter = [OpenFilter]
    search_fields = ["=game__slug", "about__email", "about__name", "reason"]
    list_select_related = ["game", "about", "reporter"]
    ordering = ["made_at"]
    told = ("made_at", "game", "reporter", "about", "seat", "message", "reason")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        assert isinstance(request.user, User)
        shown = reports_for(request.user).values("pk")
        return super().get_queryset(request).filter(pk__in=shown)

    def has_change_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        """Answering is all that can be done; nobody answers what concerns them."""
        if not request.user.has_perm("games.note_game"):
            return False
        if not isinstance(obj, Report):
            return True
        concerned = request.user.pk in (obj.reporter_id, obj.about_id)
        return obj.closed_at is None and not concerned

    def get_fields(self, request: HttpRequest, obj: Report | None = None) -> Any:
        if not self.has_change_permission(request, obj):
            return [*self.told, "outcome", "closed_by", "closed_at"]
        hide = ["hide"] if obj is not None and obj.message_id else []
        return [*self.told, "outcome", *hide]

    def get_readonly_fields(
        self, request: HttpRequest, obj: Report | None = None
    ) -> Any:
        return [*self.told, "closed_by", "closed_at"]

    def save_model(
        self, request: HttpRequest, obj: Report, form: Any, change: bool
    ) -> None:
        """Close the report; who was faster has closed it already."""
        assert request.user.is_authenticated
        answer = form.cleaned_data
        data = {"reason": answer["outcome"], "hide": answer.get("hide", False)}
        context = ActionContext(request.user, database_now(), obj, data)
        try:
            execute(ANSWER, context)
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
