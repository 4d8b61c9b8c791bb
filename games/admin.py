"""The admin: read-only lists for the staff, who act on pages of their own."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import (
    Game,
    ModerationAction,
    Seat,
    StaffTrace,
    StoredEvent,
    TalkMessage,
    User,
)
from games.moderation import conflicts
from games.moderation.read_only_admin import HidesOwnGames, NotesLooks, ReadOnly
from games.moderation.registry import all_actions
from games.moderation.rights import has_a_seat, has_rights
from games.now import database_now
from games.staff_traces import record_rights

admin.site.site_header = _("Stone Age by Mail: the staff")
admin.site.site_title = _("Stone Age by Mail")
# Who adds an address or a passkey to somebody's account could play in their place.
admin.site.unregister([EmailAddress, Authenticator, UserSession])


@admin.register(User)
class UserAdmin(NotesLooks, admin.ModelAdmin):  # type: ignore[type-arg]
    """
    Accounts of the staff are made here, with their permissions. They sign in like
    everybody, and there are no passwords. Nothing here changes who plays. Accounts are
    emptied, not deleted.
    """

    ordering = ["-created_at"]
    list_display = ["email", "name", "language", "is_staff", "created_at"]
    search_fields = ["email", "name"]
    personal = (
        *("email", "name", "time_zone", "language", "is_active", "muted_until"),
        *("forget_at", "unreachable_since", "unreachable_why"),
        *("created_at", "last_login"),
    )
    rights = ("is_staff", "is_superuser", "groups")
    fieldsets = [
        (None, {"fields": ["email"]}),
        (_("Person"), {"fields": ["name", "time_zone", "language"]}),
        (_("Permissions"), {"fields": rights}),
        (_("Conduct"), {"fields": ["is_active", "muted_until", "forget_at"]}),
        (_("Emails"), {"fields": ["unreachable_since", "unreachable_why"]}),
        (_("Account"), {"fields": ["created_at", "last_login"]}),
    ]
    filter_horizontal = ["groups"]

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        return self.fieldsets if obj else [(None, {"fields": ["email"]})]

    def get_readonly_fields(
        self, request: HttpRequest, obj: User | None = None
    ) -> tuple[str, ...]:
        if obj is None:
            return ()
        is_player = has_a_seat(obj) and not has_rights(obj)
        return (*self.personal, *self.rights) if is_player else self.personal

    def has_delete_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False

    def save_related(
        self, request: HttpRequest, form: Any, formsets: Any, change: bool
    ) -> None:
        """Save the groups, and leave a trace of the rights."""
        super().save_related(request, form, formsets, change)
        if not set(form.changed_data).isdisjoint(self.rights):
            assert isinstance(request.user, User)
            record_rights(by=request.user, user=form.instance, now=database_now())


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    extra = 0
    show_change_link = True
    fields = [
        "number",
        "user",
        "bot",
        "invitation",
        "awaited_at",
        "deadline_at",
    ]


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Games with their seats. The seed is never shown, not even after the end."""

    list_display = ["slug", "host", "status", "round", "phase", "version", "created_at"]
    list_filter = ["status", ("timeout_failed_at", admin.EmptyFieldListFilter)]
    search_fields = ["slug", "host__email", "seats__user__email"]
    list_select_related = ["host"]
    exclude = ["state"]
    inlines = [SeatInline]
    ordering = ["-created_at"]


@admin.register(Seat)
class SeatAdmin(HidesOwnGames, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["game", "number", "user", "invitation", "awaited_at", "deadline_at"]
    list_filter = ["invitation", "game__status"]
    search_fields = ["=game__slug", "user__email"]
    list_select_related = ["game", "user"]
    ordering = ["-game_id", "number"]


@admin.register(TalkMessage)
class TalkMessageAdmin(NotesLooks, HidesOwnGames, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["said_at", "game", "seat", "user", "text", "hidden_at", "hidden_by"]
    list_filter = [("hidden_at", admin.EmptyFieldListFilter), "said_at"]
    search_fields = ["=game__slug", "user__email", "user__name", "text"]
    list_select_related = ["game", "seat", "user", "hidden_by"]
    ordering = ["-pk"]


class KindFilter(admin.SimpleListFilter):
    title = _("act")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(key, action.title) for key, action in all_actions().items()]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ModerationAction]
    ) -> QuerySet[ModerationAction]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(ModerationAction)
class ModerationActionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What the staff did, by whom and why. The database allows no changes."""

    list_display = ["acted_at", "by", "done", "game", "seat_number", "user", "reason"]
    list_filter = [KindFilter, "acted_at"]
    search_fields = ["=game__slug", "by__email", "user__email", "reason"]
    list_select_related = ["by", "game", "user"]
    ordering = ["-pk"]
    exclude = ["kind"]
    readonly_fields = ["done"]

    @admin.display(description=_("act"), ordering="kind")
    def done(self, row: ModerationAction) -> str:
        return all_actions()[row.kind].title


@admin.register(StoredEvent)
class StoredEventAdmin(NotesLooks, HidesOwnGames, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """How those of running games were decided is only for auditors."""

    list_display = ["game", "sequence", "type", "decided_by", "source", "command"]
    list_filter = ["source", "type"]
    search_fields = ["=game__slug", "=request_id"]
    list_select_related = ["game"]
    show_full_result_count = False
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[StoredEvent]:
        events = super().get_queryset(request).select_related("game")
        if request.user.has_perm("games.audit_game"):
            return events
        return events.exclude(game__in=Game.objects.filter(conflicts.IS_OPEN))

    def get_readonly_fields(
        self, request: HttpRequest, obj: StoredEvent | None = None
    ) -> Any:
        return [field.name for field in StoredEvent._meta.fields]


@admin.register(StaffTrace)
class StaffTraceAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What the staff looked at, and rights that were changed. For administrators."""

    list_display = ["at", "by", "what", "game", "user", "detail"]
    list_filter = ["what", "at"]
    search_fields = ["=game__slug", "by__email", "user__email", "detail"]
    list_select_related = ["by", "game", "user"]
    ordering = ["-pk"]

    def has_view_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return request.user.has_perm("games.manage_accounts")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)
