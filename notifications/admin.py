"""The staff's view of the outbox: every mail and its fate, and a second chance."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.clocks import database_now
from notifications import outbox
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
class OutgoingMailAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only; what failed for good can be sent again."""

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
    actions = ["send_again"]
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

    @admin.action(description=_("Send the failed ones again"))
    def send_again(
        self, request: HttpRequest, queryset: QuerySet[OutgoingMail]
    ) -> None:
        """Give failed mails a new life; others are left alone."""
        count = outbox.send_again(queryset, now=database_now())
        sentence = ngettext(
            "%(count)d mail will be sent again.",
            "%(count)d mails will be sent again.",
            count,
        )
        level = messages.SUCCESS if count else messages.WARNING
        self.message_user(request, sentence % {"count": count}, level)
