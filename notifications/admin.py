"""The staff's view of the mails that went out or came in, with the fate of each."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.moderation.read_only_admin import HidesOwnGames, ReadOnly
from games.now import database_now
from notifications.desk.incoming import describe_fate
from notifications.inbox import process
from notifications.models import IncomingMail, MailStep, OutgoingMail
from notifications.redact_tokens import redact_tokens, redact_tokens_in


class MailStepInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """What happened to a mail, in order."""

    model = MailStep
    extra = 0
    fields = ["at", "what", "words", "reference"]
    ordering = ["pk"]


@admin.register(OutgoingMail)
class OutgoingMailAdmin(HidesOwnGames, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
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
    list_filter = ["status", "obstacle", "kind"]
    list_select_related = ["user", "game"]
    search_fields = ["user__email", "game__slug", "message_id", "dedupe_key"]
    ordering = ["-pk"]
    inlines = [MailStepInline]


@admin.register(IncomingMail)
class IncomingMailAdmin(HidesOwnGames, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only; what was given up can be read again."""

    game_of_row = "seat__game"

    list_display = ["received_at", "sender", "seat", "channel", "fate", "told"]
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

    def get_queryset(self, request: HttpRequest) -> QuerySet[IncomingMail]:
        """Defer the mails themselves: in a list they are megabytes."""
        rows: QuerySet[IncomingMail] = super().get_queryset(request)
        return rows.defer("source")

    @admin.display(description=_("what became of it"))
    def told(self, mail: IncomingMail) -> str:
        """Return in one line what became of it, without a word of its writer's."""
        return describe_fate(mail)

    @admin.display(description=_("subject"))
    def subject_line(self, mail: IncomingMail) -> str:
        """Return what stands above it, which may be anything."""
        return redact_tokens(mail.subject)

    @admin.display(description=_("lines that were read"))
    def own_lines(self, mail: IncomingMail) -> str:
        """Return what is left when quotes and signature are cut."""
        return redact_tokens("\n".join(mail.parse().own_lines))

    @admin.display(description=_("text"))
    def text(self, mail: IncomingMail) -> str:
        """Return all of its text; quotes hold the links by which a player plays."""
        return redact_tokens(mail.parse().text)

    @admin.display(description=_("results"))
    def lines(self, mail: IncomingMail) -> str:
        """Return what became of each line."""
        return str(redact_tokens_in(mail.results))

    @admin.action(description=_("Read again those that were given up"))
    def read_again(
        self, request: HttpRequest, queryset: QuerySet[IncomingMail]
    ) -> None:
        """
        Read mails again that were given up: they took a worker down, or met a fault.
        """
        count = process.process_again(queryset, now=database_now())
        sentence = ngettext(
            "%(count)d email will be read again.",
            "%(count)d emails will be read again.",
            count,
        )
        level = messages.SUCCESS if count else messages.WARNING
        self.message_user(request, sentence % {"count": count}, level)
