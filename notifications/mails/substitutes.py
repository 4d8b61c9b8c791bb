"""Mails about who plays on for a while where somebody is missing."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games import queries
from games.links.purposes import RETURN_LINK, game_url
from games.presentation.proposals import offer_in_words
from games.presentation.text import name_of
from games.signals.games import GameAdvanced, SubstituteOfferMade, SubstituteRelieved
from notifications.mails.after_move import EventNotice, numbered_events
from notifications.mails.base import (
    NO_LONGER_THEIRS,
    Notice,
    why_not_playing,
    why_not_running,
)
from notifications.mails.context import Context, MailContext, link_to
from notifications.mails.lobby import why_awaited
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.new_mail import is_reachable
from stoneage_core.events.seats import SubstituteSeated

NO_OFFERS = "no offer stands any more"

#: A table that hears of offers to stand in hears no more of them for so many seconds.
OFFERS_APART = 60 * 60


def _why_no_offers(case: MailContext) -> str:
    return "" if queries.standing_offers(case.game) else NO_OFFERS


def _why_returned(case: MailContext) -> str:
    return "" if case.seat.absent_user_id == case.mail.user_id else NO_LONGER_THEIRS


class SubstituteOfferedMail(Notice):
    """To those who vote: who would play on, for whom, as the offers stand now."""

    kind = Kind.SUBSTITUTE_OFFERED
    topic = Topic.TABLE
    on = (SubstituteOfferMade,)
    checks = (why_not_playing, _why_no_offers)

    def mails(self, signal: SubstituteOfferMade) -> Iterable[OutgoingMail]:
        hour = int(signal.now.timestamp()) // OFFERS_APART
        for seat in filter(is_reachable, signal.seats):
            if not seat.is_on_autopilot:
                yield self.to_seat(seat, signal.now, hour)

    def notice(self, case: MailContext) -> Context:
        offers = map(offer_in_words, queries.standing_offers(case.game))
        note = _(
            "Would you like that? Propose it on the page. More than half of the "
            "players have to agree."
        )
        return {
            "heading": _("Someone offers to play for an absent player"),
            "lead": " ".join(offers),
            "notes": [note],
        }


class SubstituteSeatedMail(EventNotice):
    """To the substitute, who is not to decide yet."""

    kind = Kind.SUBSTITUTE_SEATED
    rank = 50
    on = (SubstituteSeated,)
    is_own = True
    checks = (why_not_playing, why_awaited)

    def notice(self, case: MailContext) -> Context:
        lead = _(
            "The others agreed: you’re playing for %(name)s from now on. Thanks for "
            "stepping in! We’ll email you when it’s your turn."
        )
        values = {"name": case.absent.get(case.seat.number, _("someone"))}
        return {
            "heading": _("You’re playing for %(name)s") % values,
            "lead": lead % values,
            "link_label": _("See the board"),
        }


class SubstituteRelievedMail(Notice):
    """To the former substitute, who has no seat any more."""

    kind = Kind.SUBSTITUTE_RELIEVED
    topic = Topic.TABLE
    on = (SubstituteRelieved,)

    def mails(self, signal: SubstituteRelieved) -> Iterable[OutgoingMail]:
        seat = signal.seat
        user_id = signal.user.pk
        yield self.to_seat(seat, signal.now, seat.link_epoch, user_id=user_id)

    def notice(self, case: MailContext) -> Context:
        lead = _("%(name)s is back and plays on from here. Thank you for stepping in!")
        values = {"name": name_of(case.seat)}
        return {
            "heading": _("%(name)s is back") % values,
            "lead": lead % values,
            **link_to(game_url(case.game), _("See the game")),
        }


class ReplacedMail(Notice):
    """To the absent player: a substitute plays, and the seat stays theirs."""

    kind = Kind.REPLACED
    topic = Topic.TABLE
    on = (SubstituteSeated,)
    checks = (why_not_running, _why_returned)

    def mails(self, signal: GameAdvanced) -> Iterable[OutgoingMail]:
        for sequence, event in numbered_events(signal):
            if isinstance(event, SubstituteSeated):
                seat = signal.seats[event.player]
                mail = self.to_seat(seat, signal.now, sequence, about_version=sequence)
                mail.user_id = seat.absent_user_id
                yield mail

    def notice(self, case: MailContext) -> Context:
        lead = _(
            "You were away, so the others let %(name)s play for you. Come back "
            "whenever you like."
        )
        values = {"name": name_of(case.seat)}
        note = _("Links in earlier emails no longer open your seat.")
        return {
            "heading": _("%(name)s is playing for you") % values,
            "lead": lead % values,
            "notes": [note],
            "link": RETURN_LINK.url(case.seat, case.reader, now=case.now),
            "link_label": _("Take your seat back"),
        }
