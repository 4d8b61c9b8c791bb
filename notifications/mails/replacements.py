"""Mails about who plays on for good where the staff had invited somebody."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.links.purposes import STAND_IN_LINK, game_url
from games.models import Seat, SubstituteOffer
from games.presentation.text import name_of
from games.signals.games import ReplacementInvited, ReplacementSeated
from notifications.mails.account import repetition
from notifications.mails.base import NO_LONGER_INVITED, Notice, why_not_running
from notifications.mails.context import Context, MailContext, link_to
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.new_mail import is_reachable


def _invitation_of(mail: OutgoingMail) -> SubstituteOffer | None:
    """Return the invitation that a mail is about, while it stands."""
    offer = mail.offer
    if offer is None or offer.withdrawn_at is not None or offer.user_id != mail.user_id:
        return None
    return offer


def _why_not_invited(case: MailContext) -> str:
    return "" if _invitation_of(case.mail) is not None else NO_LONGER_INVITED


class ReplacementMail(Notice):
    """To the person whom the staff ask to play on for good in another's place."""

    kind = Kind.REPLACEMENT
    topic = Topic.INVITATIONS
    on = (ReplacementInvited,)
    is_unasked = True
    checks = (why_not_running, _why_not_invited)

    def mails(self, signal: ReplacementInvited) -> Iterable[OutgoingMail]:
        """A fresh link to answer by is mailed once a minute at most."""
        offer, now = signal.offer, signal.now
        yield self.new(
            f"{offer.pk}:{repetition(now)}",
            now,
            user_id=offer.user_id,
            seat_id=offer.seat_id,
            game_id=offer.seat.game_id,
            offer_id=offer.pk,
        )

    def notice(self, case: MailContext) -> Context:
        offer = _invitation_of(case.mail)
        assert offer is not None
        lead = _(
            "The moderators are asking: would you take over from %(name)s and finish "
            "the game?"
        )
        note = _("Not for you? Ignore this email.")
        return case.position_and_attendance() | {
            "heading": _("Would you take over a game?"),
            "lead": lead % {"name": name_of(case.seat)},
            "notes": [note],
            **link_to(STAND_IN_LINK.url(offer, now=case.now), _("Look and answer")),
        }


class SeatTakenMail(Notice):
    """Says who plays on; to the former player also that they need not."""

    kind = Kind.SEAT_TAKEN
    topic = Topic.TABLE
    on = (ReplacementSeated,)
    checks = (why_not_running,)

    def mails(self, signal: ReplacementSeated) -> Iterable[OutgoingMail]:
        """To the others at the table, who was there before, and who had invited."""
        offer, now = signal.offer, signal.now
        for seat in filter(is_reachable, signal.seats):
            if seat.user_id != offer.user_id:
                yield self.to_seat(seat, now, offer.pk, offer_id=offer.pk)
        taken: Seat = signal.seats[offer.seat.number]
        before = None if signal.before is None else signal.before.pk
        for user_id in filter(None, (before, offer.invited_by_id)):
            whose = {"user_id": user_id, "offer_id": offer.pk}
            yield self.to_seat(taken, now, f"{offer.pk}:{user_id}", **whose)

    def notice(self, case: MailContext) -> Context:
        offer = case.mail.offer
        assert offer is not None
        lead = _(
            "The moderators found a new player: %(name)s plays that seat to the end."
        )
        context: Context = {
            "heading": _("A seat has another player"),
            "lead": lead % {"name": name_of(offer.seat)},
        }
        if case.is_readers_seat:
            return context
        if case.mail.user_id != offer.invited_by_id:
            note = _("It was your seat. Thanks for playing!")
            context["notes"] = [note]
        return context | link_to(game_url(case.game), _("See the game"))
