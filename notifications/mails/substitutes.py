"""Mails about who plays on where somebody is missing, for a while or for good."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from games import queries
from games.links.purposes import RETURN_LINK, STAND_IN_LINK, game_url
from games.models import Seat, SubstituteOffer, User
from games.signals import (
    GameAdvanced,
    ReplacementInvited,
    ReplacementSeated,
    SubstituteOffered,
    SubstituteRelieved,
)
from games.text import name_of
from notifications.mails.account import repetition
from notifications.mails.after_move import EventNotice, numbered
from notifications.mails.base import (
    NO_LONGER_INVITED,
    NO_LONGER_THEIRS,
    Notice,
    why_not_playing,
    why_not_running,
)
from notifications.mails.context import Context, MailContext, about
from notifications.mails.lobby import why_awaited
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.new_mail import is_reachable
from stoneage_core.conduct import SubstituteSeated

NO_OFFERS = "no offer stands any more"

#: A table that hears of offers to stand in hears no more of them for so many seconds.
OFFERS_APART = 60 * 60


class SubstituteOfferedMail(Notice):
    """To those who vote: who would play on, for whom, as the offers stand now."""

    kind = Kind.SUBSTITUTE_OFFERED
    topic = Topic.TABLE
    on = (SubstituteOffered,)

    def mails(self, signal: SubstituteOffered) -> Iterable[OutgoingMail]:
        hour = int(signal.now.timestamp()) // OFFERS_APART
        for seat in filter(is_reachable, signal.seats):
            if not seat.is_stewarded:
                yield self.to_seat(seat, signal.now, hour)

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        _seat, game = about(mail)
        offers = queries.standing_offers(game)
        return why_not_playing(mail) or ("" if offers else NO_OFFERS)

    def notice(self, case: MailContext) -> Context:
        offers = [
            _("%(name)s would play on for %(absent)s.")
            % {
                "name": _name_or_somebody(offer.user),
                "absent": name_of(offer.seat),
            }
            for offer in queries.standing_offers(case.game)
        ]
        note = _(
            "If you would like that, propose it on the page: it takes the yes of more "
            "than half of those who play."
        )
        return {
            "heading": _("Somebody offers to play on"),
            "lead": " ".join(offers),
            "notes": [note],
        }


class SubstituteSeatedMail(EventNotice):
    """To the substitute, who is not to decide yet."""

    kind = Kind.SUBSTITUTE_SEATED
    topic = Topic.TABLE
    rank = 50
    event = SubstituteSeated
    is_own = True

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        return why_not_playing(mail) or why_awaited(mail)

    def notice(self, case: MailContext) -> Context:
        lead = _(
            "The others agreed to it: from now on you play the seat of %(name)s. You "
            "will get a mail as soon as it is your turn; nothing has to be done now."
        )
        values = {"name": case.absent.get(case.seat.number, _("somebody"))}
        return case.position_and_attendance() | {
            "heading": _("You play on for %(name)s") % values,
            "lead": lead % values,
            "link_label": _("See the board"),
            "recap": None,
        }


class SubstituteRelievedMail(Notice):
    """To who stood in, and has no seat any more."""

    kind = Kind.SUBSTITUTE_RELIEVED
    topic = Topic.TABLE
    on = (SubstituteRelieved,)

    def mails(self, signal: SubstituteRelieved) -> Iterable[OutgoingMail]:
        seat = signal.seat
        user_id = signal.user.pk
        yield self.to_seat(seat, signal.now, seat.link_epoch, user_id=user_id)

    def notice(self, case: MailContext) -> Context:
        lead = _(
            "%(name)s is back and plays the seat again that you kept. Nothing more has "
            "to be done: thank you for standing in!"
        )
        values = {"name": name_of(case.seat)}
        return {
            "heading": _("%(name)s is back") % values,
            "lead": lead % values,
            "link": game_url(case.game),
            "link_label": _("See the game"),
        }


class ReplacedMail(Notice):
    """To the absent player: their seat is taken, and theirs all the same."""

    kind = Kind.REPLACED
    topic = Topic.TABLE
    on = (GameAdvanced,)

    def mails(self, signal: GameAdvanced) -> Iterable[OutgoingMail]:
        for sequence, event in numbered(signal):
            if isinstance(event, SubstituteSeated):
                seat = signal.seats[event.player]
                mail = self.to_seat(seat, signal.now, sequence, about_version=sequence)
                mail.user_id = seat.absent_user_id
                yield mail

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        seat, _game = about(mail)
        is_theirs = seat.absent_user_id == mail.user_id
        return why_not_running(mail) or ("" if is_theirs else NO_LONGER_THEIRS)

    def notice(self, case: MailContext) -> Context:
        lead = _(
            "You were away, and the others agreed that %(name)s plays your seat for "
            "now. It stays your game: come back whenever you like."
        )
        values = {"name": name_of(case.seat)}
        note = _("The links in earlier mails do not open your seat; this one does.")
        return {
            "heading": _("%(name)s plays on for you") % values,
            "lead": lead % values,
            "notes": [note],
            "link": RETURN_LINK.url(case.seat, case.reader, now=case.now),
            "link_label": _("Take your seat back"),
        }


class ReplacementMail(Notice):
    """To whom the staff ask to play on for good where another player was."""

    kind = Kind.REPLACEMENT
    topic = Topic.INVITATIONS
    on = (ReplacementInvited,)
    is_unasked = True

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

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        is_open = _invitation_of(mail) is not None
        return why_not_running(mail) or ("" if is_open else NO_LONGER_INVITED)

    def notice(self, case: MailContext) -> Context:
        offer = _invitation_of(case.mail)
        assert offer is not None
        lead = _(
            "The staff of Stone Age by Mail ask whether you would play on where "
            "%(name)s was, from the position below to the end. Have a look, and say "
            "yes or no."
        )
        note = _("If you do not answer, nothing happens: nothing has to be done.")
        return case.position_and_attendance() | {
            "heading": _("Will you play on for somebody?"),
            "lead": lead % {"name": name_of(case.seat)},
            "notes": [note],
            "link": STAND_IN_LINK.url(offer, now=case.now),
            "link_label": _("Look, and answer"),
            "recap": None,
        }


class SeatTakenMail(Notice):
    """Who plays on from now on; to who had the seat, that they need not."""

    kind = Kind.SEAT_TAKEN
    topic = Topic.TABLE
    on = (ReplacementSeated,)

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

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        return why_not_running(mail)

    def notice(self, case: MailContext) -> Context:
        offer = case.mail.offer
        assert offer is not None
        lead = _(
            "The staff had invited somebody to play on in somebody’s place: from now "
            "on %(name)s plays that seat, for good."
        )
        context: Context = {
            "heading": _("A seat has another player"),
            "lead": lead % {"name": name_of(offer.seat)},
            "recap": None,
        }
        if case.is_readers_seat:
            return context
        if case.mail.user_id != offer.invited_by_id:
            note = _("It was your seat. Nothing more is expected of you in this game.")
            context["notes"] = [note]
        return context | {
            "link": game_url(case.game),
            "link_label": _("See the game"),
        }


def offering(case: MailContext, number: int | None) -> str:
    """Name who made an offer to stand in, by its number. Queries."""
    offers = SubstituteOffer.objects.filter(seat__game=case.game).select_related("user")
    made = {offer.number: offer.user for offer in offers}
    return _name_or_somebody(made.get(number or 0))


def _name_or_somebody(user: User | None) -> str:
    """Name somebody who may have no seat; never an address."""
    return (user and user.name) or _("Somebody without a name")


def _invitation_of(mail: OutgoingMail) -> SubstituteOffer | None:
    """Return the invitation that a mail is about, while it stands."""
    offer = mail.offer
    if offer is None or offer.withdrawn_at is not None or offer.user_id != mail.user_id:
        return None
    return offer
