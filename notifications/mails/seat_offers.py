"""Mails about offers of seats, and about a seat's new player."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games import queries
from games.links.purposes import PLAY_LINK, TAKE_SEAT_LINK, game_url
from games.models import Seat, SeatOffer, User
from games.presentation.attendance import turn_notice
from games.presentation.text import name_of
from games.signals import OfferDeclined, OfferMade, SeatPassed
from notifications.mails.base import (
    NO_LONGER_THEIRS,
    Context,
    EventNotice,
    MailContext,
    Notice,
    link_to,
    why_not_playing,
    why_not_running,
)
from notifications.mails.lobby import why_awaited
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.rows import is_reachable
from stoneage_core.events.seats import SeatTaken

OFFER_CLOSED = "the offer is no longer open"
NO_OFFERS = "there is no offer to vote on"

#: A table gets at most one mail about offers in this many seconds.
OFFERS_APART = 60 * 60


def _offer_of(mail: OutgoingMail) -> SeatOffer:
    assert mail.offer is not None
    return mail.offer


def _why_closed(case: MailContext) -> str:
    return "" if _offer_of(case.mail).is_open else OFFER_CLOSED


def _why_no_offers(case: MailContext) -> str:
    return "" if queries.offers_to_vote_on(case.game) else NO_OFFERS


def _why_passed_on(case: MailContext) -> str:
    offer = case.mail.offer
    is_seated = offer is None or offer.seat.user_id == offer.user_id
    return "" if is_seated else NO_LONGER_THEIRS


class SeatOfferMail(Notice):
    """To the person of an offer: the staff ask them, or the table votes on them."""

    kind = Kind.SEAT_OFFER
    topic = Topic.INVITATIONS
    on = (OfferMade,)
    can_be_requested_by_anybody = True
    checks = (why_not_running, _why_closed)

    def is_unsolicited(self, mail: OutgoingMail) -> bool:
        return not _offer_of(mail).needs_vote

    def mails(self, signal: OfferMade) -> Iterable[OutgoingMail]:
        offer = signal.offer
        yield self.new(
            offer.pk,
            signal.now,
            user_id=offer.user_id,
            seat_id=offer.seat_id,
            game_id=offer.seat.game_id,
            offer_id=offer.pk,
        )

    def notice(self, case: MailContext) -> Context:
        offer = _offer_of(case.mail)
        if offer.by_player:
            said = _asked_by_player(for_good=offer.for_good)
        elif offer.for_good:
            said = _asked_for_good()
        else:
            said = _offered_to_play()
        values = {"name": name_of(case.seat)}
        link = TAKE_SEAT_LINK.url(case.seat, case.reader, offer, now=case.now)
        return case.position_and_attendance() | {
            "heading": said["heading"] % values,
            "lead": said["lead"] % values,
            "notes": [said["note"]],
            **link_to(link, said["link_label"]),
        }


def _asked_by_player(*, for_good: bool) -> dict[str, str]:
    if for_good:
        lead = _(
            "%(name)s can’t go on and asks you to take over the seat and finish the "
            "game."
        )
    else:
        lead = _("%(name)s asks you to play the seat until %(name)s is back.")
    return {
        "heading": _("Would you play on for %(name)s?"),
        "lead": lead,
        "note": _("Not for you? Ignore this email."),
        "link_label": _("Look and answer"),
    }


def _asked_for_good() -> dict[str, str]:
    return {
        "heading": _("Would you take over a game?"),
        "lead": _(
            "The moderators are asking: would you take over from %(name)s and finish "
            "the game?"
        ),
        "note": _("Not for you? Ignore this email."),
        "link_label": _("Look and answer"),
    }


def _offered_to_play() -> dict[str, str]:
    return {
        "heading": _("You offered to play for %(name)s"),
        "lead": _(
            "The others vote on it. If they agree, you play until %(name)s is back, "
            "and we’ll email you."
        ),
        "note": _("Changed your mind? You can withdraw the offer until then."),
        "link_label": _("See your offer"),
    }


class SubstituteOfferedMail(Notice):
    """The offers to play for absent players, as they stand now, to a voter."""

    kind = Kind.SUBSTITUTE_OFFERED
    topic = Topic.TABLE
    on = (OfferMade,)
    checks = (why_not_playing, _why_no_offers)

    def mails(self, signal: OfferMade) -> Iterable[OutgoingMail]:
        if not signal.offer.needs_vote:
            return
        hour = int(signal.now.timestamp()) // OFFERS_APART
        for seat in filter(is_reachable, signal.seats):
            if not seat.is_on_autopilot:
                yield self.to_seat(seat, signal.now, hour)

    def notice(self, case: MailContext) -> Context:
        offers = [
            _("%(name)s offers to play for %(absent)s until %(absent)s is back.")
            % {"name": _name_or_somebody(offer.user), "absent": name_of(offer.seat)}
            for offer in queries.offers_to_vote_on(case.game)
        ]
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
    """To a substitute whose turn it is not yet."""

    kind = Kind.SUBSTITUTE_SEATED
    rank = 50
    on = (SeatTaken,)
    is_own = True
    checks = (why_not_playing, why_awaited)

    def notice(self, case: MailContext) -> Context:
        lead = _(
            "The others agreed: you’re playing for %(name)s from now on. Thanks for "
            "stepping in!"
        )
        notice = turn_notice(case.reader, case.game)
        values = {"name": case.absent.get(case.seat.number, _("someone"))}
        return {
            "heading": _("You’re playing for %(name)s") % values,
            "lead": f"{lead % values} {notice}",
            "link_label": _("See the board"),
        }


class SeatTakenMail(Notice):
    """A seat's new player: to the former one and, if it is for good, to the others."""

    kind = Kind.SEAT_TAKEN
    topic = Topic.TABLE
    on = (SeatPassed,)
    checks = (why_not_running, _why_passed_on)

    def mails(self, signal: SeatPassed) -> Iterable[OutgoingMail]:
        seat, offer = signal.seat, signal.offer
        recipients = [user.pk for user in signal.before]
        offer_id = None if offer is None else offer.pk
        if offer is not None and not offer.needs_vote:
            for other in filter(is_reachable, signal.seats):
                if other.pk != seat.pk:
                    yield self._mail(other, other.user_id, signal, offer_id)
            if not offer.by_player:
                recipients += filter(None, [offer.invited_by_id])
        for user_id in recipients:
            yield self._mail(seat, user_id, signal, offer_id)

    def _mail(
        self, seat: Seat, user_id: int | None, signal: SeatPassed, offer_id: int | None
    ) -> OutgoingMail:
        # Each new player raises the seat's link epoch, which makes the key unique.
        occasion = f"{signal.seat.number}:{signal.seat.link_epoch}:{user_id}"
        return self.to_seat(
            seat, signal.now, occasion, user_id=user_id, offer_id=offer_id
        )

    def notice(self, case: MailContext) -> Context:
        offer = case.mail.offer
        if offer is None:
            return _player_is_back(case)
        if offer.for_good and not offer.by_player:
            return _taken_for_good(case, offer)
        if offer.by_player:
            return _taken_by_request(case, offer)
        if case.seat.absent_user_id == case.mail.user_id:
            return _substitute_plays(case)
        return _other_substitute_plays(case)


def _player_is_back(case: MailContext) -> Context:
    """Thank the substitute, who no longer has a seat."""
    lead = _("%(name)s is back and plays on from here. Thank you for stepping in!")
    values = {"name": name_of(case.seat)}
    return {
        "heading": _("%(name)s is back") % values,
        "lead": lead % values,
        **link_to(game_url(case.game), _("See the game")),
    }


def _substitute_plays(case: MailContext) -> Context:
    """Notify the absent player, who still has the seat."""
    lead = _(
        "You were away, so the others let %(name)s play for you. Come back "
        "whenever you like."
    )
    values = {"name": name_of(case.seat)}
    note = _("Links in earlier emails no longer open your seat.")
    link = TAKE_SEAT_LINK.url(case.seat, case.reader, None, now=case.now)
    return {
        "heading": _("%(name)s is playing for you") % values,
        "lead": lead % values,
        "notes": [note],
        **link_to(link, _("Take your seat back")),
    }


def _other_substitute_plays(case: MailContext) -> Context:
    """Thank a substitute who lost the seat and was replaced."""
    lead = _("The others agreed on %(name)s as a substitute. Thanks for playing!")
    return {
        "heading": _("A seat has another player"),
        "lead": lead % {"name": name_of(case.seat)},
        **link_to(game_url(case.game), _("See the game")),
    }


def _taken_for_good(case: MailContext, offer: SeatOffer) -> Context:
    lead = _("The moderators found a new player: %(name)s plays that seat to the end.")
    context: Context = {
        "heading": _("A seat has another player"),
        "lead": lead % {"name": name_of(offer.seat)},
    }
    if case.is_readers_seat:
        return context
    if case.mail.user_id != offer.invited_by_id:
        context["notes"] = [_("It was your seat. Thanks for playing!")]
    return context | link_to(game_url(case.game), _("See the game"))


def _taken_by_request(case: MailContext, offer: SeatOffer) -> Context:
    """Tell the others and the player that the person whom the player asked plays."""
    values = {
        "name": name_of(offer.seat),
        "absent": _name_or_somebody(offer.invited_by),
    }
    is_own = case.mail.user_id == offer.invited_by_id
    way: Context = {}
    if is_own and not offer.for_good:
        lead = _("%(name)s said yes and plays for you. Come back whenever you like.")
        link = TAKE_SEAT_LINK.url(case.seat, case.reader, None, now=case.now)
        way = link_to(link, _("Take your seat back"))
    elif is_own:
        lead = _("%(name)s said yes and plays your seat to the end. Thank you!")
        way = link_to(game_url(case.game), _("See the game"))
    elif offer.for_good:
        lead = _("%(absent)s gave the seat to %(name)s, who plays it to the end.")
    else:
        lead = _("%(absent)s asked %(name)s to play until %(absent)s is back.")
    heading = _("A seat has another player")
    return {"heading": heading, "lead": lead % values, **way}


class RequestDeclinedMail(Notice):
    """To the player who asked a person to take the seat: they declined."""

    kind = Kind.REQUEST_DECLINED
    topic = Topic.TABLE
    on = (OfferDeclined,)
    checks = (why_not_playing,)

    def mails(self, signal: OfferDeclined) -> Iterable[OutgoingMail]:
        offer = signal.offer
        if offer.invited_by_id is not None:
            yield self.new(
                offer.pk,
                signal.now,
                user_id=offer.invited_by_id,
                seat_id=offer.seat_id,
                game_id=offer.seat.game_id,
                offer_id=offer.pk,
            )

    def notice(self, case: MailContext) -> Context:
        return {
            "heading": _("Your seat is still yours"),
            "lead": _(
                "The person whom you asked to play for you can’t do it. You can ask "
                "someone else, or leave the seat to autopilot."
            ),
            **link_to(
                f"{PLAY_LINK.url(case.seat, now=case.now)}leave/", _("Leave the seat")
            ),
        }


def _name_or_somebody(user: User | None) -> str:
    """Return a person's name; they may have no seat, but never show their address."""
    return (user and user.name) or _("A player without a name")
