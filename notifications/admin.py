"""The staff's view of the outbox: every mail and its fate."""

from django.contrib import admin
from django.http import HttpRequest

from games.moderation.read_only_admin import OthersTables
from notifications.inbox import admin as _inbox  # noqa: F401 (registers its own)
from notifications.models import MailStep, OutgoingMail


class MailStepInline(admin.TabularInline):  # type: ignore[type-arg]
    """What happened to a mail, in order."""

    model = MailStep
    extra = 0
    can_delete = False
    fields = ["at", "what", "words", "reference"]
    ordering = ["pk"]

    def has_add_permission(
        self, request: HttpRequest, obj: OutgoingMail | None = None
    ) -> bool:
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: OutgoingMail | None = None
    ) -> bool:
        return False


@admin.register(OutgoingMail)
class OutgoingMailAdmin(OthersTables, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only; what failed for good can be sent again at the desk."""

    list_display = [
        "created_at",
        "kind",
        "user",
        "game",
        "status",
        "attempts",
        "due_at",
        "sent_at",
        "reason",
    ]
    list_filter = ["status", "kind"]
    list_select_related = ["user", "game"]
    search_fields = ["user__email", "game__slug", "message_id", "dedupe_key"]
    ordering = ["-pk"]
    inlines = [MailStepInline]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: OutgoingMail | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: OutgoingMail | None = None
    ) -> bool:
        return False
