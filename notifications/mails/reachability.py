"""The mail about an unreachable player, to the others at the table."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.links.purposes import game_url
from games.models import Seat, Status
from games.presentation.text import name_of
from games.signals import UserUnreachable
from notifications.mails.base import NOT_RUNNING, Notice, why_not_theirs
from notifications.mails.context import Context, MailContext, link_to
from notifications.mails.lobby import invitee_of
from notifications.models import Kind, OutgoingMail, Topic

REACHED_AGAIN = "mails reach the player again, or the account was deleted"


class UnreachableMail(Notice):
    """To the others at the table, or before the start to the host: who gets no mail."""

    kind = Kind.UNREACHABLE
    topic = Topic.TABLE
    on = (UserUnreachable,)

    def mails(self, signal: UserUnreachable) -> Iterable[OutgoingMail]:
        for lost in signal.seats:
            others = [one for one in signal.others if one.game_id == lost.game_id]
            if lost.game.status == Status.ACTIVE:
                for other in others:
                    if other.user is not None and other.user.email is not None:
                        yield self._mail(signal, lost, other.user_id, other)
            elif (host_id := lost.game.host_id) not in {None, signal.user.pk}:
                own = (other for other in others if other.user_id == host_id)
                yield self._mail(signal, lost, host_id, next(own, lost))

    def _mail(
        self, signal: UserUnreachable, lost: Seat, user_id: int | None, seat: Seat
    ) -> OutgoingMail:
        """Return the mail; its key allows one a day."""
        key = f"{lost.pk}:{user_id}:{signal.now:%Y-%m-%d}"
        whose = {"user_id": user_id, "seat_id": seat.pk, "game_id": lost.game_id}
        return self.new(key, signal.now, **whose)

    def why_stale(self, case: MailContext) -> str:
        lost = _lost_seat(case.mail)
        if lost.user is None or lost.user.unreachable_since is None:
            return REACHED_AGAIN
        if case.game.status not in (Status.ACTIVE, Status.INVITING):
            return NOT_RUNNING
        return "" if case.seat.pk == lost.pk else why_not_theirs(case)

    def notice(self, case: MailContext) -> Context:
        lost = _lost_seat(case.mail)
        begins = case.game.status == Status.INVITING
        values = {"name": invitee_of(lost) if begins else name_of(lost)}
        lead = _("Our emails to %(name)s come back, so we’ve stopped sending them.")
        context: Context = {
            "heading": _("Our emails don’t reach %(name)s") % values,
            "lead": lead % values,
        }
        if begins:
            note = _("Is there a typo in the address?")
            return context | {
                "notes": [note],
                **link_to(game_url(case.game), _("Find another player")),
                "recap": None,
            }
        note = _(
            "%(name)s’s clock keeps running. Do you have another way to reach "
            "%(name)s? A word from you may help: the page still works."
        )
        return context | {"notes": [note % values]}


def _lost_seat(mail: OutgoingMail) -> Seat:
    """Return the seat of the unreachable player, which the mail's key names."""
    _kind, pk, *_rest = mail.dedupe_key.split(":")
    return Seat.objects.select_related("user").get(pk=int(pk))
