"""The staff's view of incoming mails. The desk has pages of outgoing ones."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.moderation.read_only_admin import HidesOwnGames, ReadOnly
from games.now import database_now
from notifications.desk import describe_fate
from notifications.inbox import process
from notifications.models import IncomingMail
from notifications.redact_tokens import redact_tokens, redact_tokens_in


@admin.register(IncomingMail)
class IncomingMailAdmin(HidesOwnGames, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only; given-up mails can be read again."""

    game_of_row = "seat__game"

    list_display = ["received_at", "sender", "seat", "channel", "fate", "outcome"]
    list_filter = ["fate", "reading", "channel", "is_authenticated"]
    list_select_related = ["seat__game", "seat__user"]
    search_fields = ["sender", "seat__game__slug", "message_id", "user__email"]
    ordering = ["-pk"]
    actions = ["read_again"]
    fields = [
        *(
            "received_at",
            "channel",
            "sender",
            "is_authenticated",
            "is_signed",
            "seat",
            "user",
            "replies_to",
        ),
        *("subject_line", "own_lines", "text", "reading", "fate", "why", "lines"),
        "attempts",
        *("due_at", "read_at", "pruned_at", "message_id"),
    ]
    readonly_fields = ["subject_line", "own_lines", "text", "lines"]

    def get_fields(self, request: HttpRequest, obj: IncomingMail | None = None) -> Any:
        """Leave out what people wrote for those who may not read it."""
        if request.user.has_perm("games.view_talkmessage"):
            return self.fields
        return [name for name in self.fields if name not in self.readonly_fields]

    def has_manage_links_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.manage_links")

    def get_queryset(self, request: HttpRequest) -> QuerySet[IncomingMail]:
        """Defer the sources: in a list they are megabytes."""
        rows: QuerySet[IncomingMail] = super().get_queryset(request)
        return rows.defer("source")

    @admin.display(description=_("outcome"))
    def outcome(self, mail: IncomingMail) -> str:
        """Return the outcome in one line, without any words of the sender's."""
        return describe_fate(mail)

    @admin.display(description=_("subject"))
    def subject_line(self, mail: IncomingMail) -> str:
        """Return the subject, which may be anything."""
        return redact_tokens(mail.subject)

    @admin.display(description=_("lines that were read"))
    def own_lines(self, mail: IncomingMail) -> str:
        """Return what is left without quotes and signature."""
        return redact_tokens("\n".join(mail.parse().own_lines))

    @admin.display(description=_("text"))
    def text(self, mail: IncomingMail) -> str:
        """Return the text without links, with which one could play."""
        return redact_tokens(mail.parse().text)

    @admin.display(description=_("results"))
    def lines(self, mail: IncomingMail) -> str:
        return str(redact_tokens_in(mail.results))

    @admin.action(
        description=_("Read again those that were given up"),
        permissions=["manage_links"],
    )
    def read_again(
        self, request: HttpRequest, queryset: QuerySet[IncomingMail]
    ) -> None:
        """Queue given-up mails: they crashed a worker or met a fault."""
        count = process.process_again(queryset, now=database_now())
        sentence = ngettext(
            "%(count)d email will be read again.",
            "%(count)d emails will be read again.",
            count,
        )
        level = messages.SUCCESS if count else messages.WARNING
        self.message_user(request, sentence % {"count": count}, level)
