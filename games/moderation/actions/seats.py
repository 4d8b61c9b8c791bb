"""Actions on seats: autopilot, other players, links, and playing for a seat."""

from datetime import datetime
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts import users
from games.decisions.seating import has_seat
from games.decisions.session import play_automatic
from games.errors import SEATED_ALREADY, Refused
from games.links.purposes import revoke_links
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Seat, SeatOffer
from games.moderation.action import (
    Action,
    ActionContext,
    Preview,
    ReasonForm,
    SeatForm,
    not_playable,
    not_running,
    obstacle_unless,
)
from games.presentation.text import name_of, names_of
from games.seats.invitations import entrust
from games.seats.offers import staff_offer, store_offer
from games.signals import OfferMade, publish
from stoneage_core import GameError, GameState, awaited, legal_commands, notation
from stoneage_core.events.seats import OfferWithdrawn, SeatOffered
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.seats import ReclaimSeat
from stoneage_core.match.state import Source
from stoneage_core.payments import Payments

#: An action on who plays a seat.
_player_action = partial(Action, permission="replace_player")


class InviteForm(SeatForm):
    email = forms.EmailField(label="Address of the new player")


class PlayedSeatForm(SeatForm):
    def applies_to(self, seat: Seat) -> bool:
        return not (seat.is_automatic or seat.is_on_autopilot)


class LentSeatForm(SeatForm):
    def applies_to(self, seat: Seat) -> bool:
        return seat.is_on_autopilot and seat.user_id is not None


def _without_autopilot(game: Game, now: datetime) -> str:
    if game.seats.filter(is_on_autopilot=True).exists():
        return not_running(game, now)
    return "Autopilot plays no seat of this game."


def _revoke_links(act: ActionContext) -> None:
    if act.seat.user is None or act.seat.user.is_guest:
        raise Refused("invalid", "Nobody at this seat can get a link.")
    revoke_links(seat=act.seat, now=act.now)


def _invite(act: ActionContext) -> None:
    """Their own offer for the seat lapses."""
    user = users.user_for_email(email=act.data["email"], now=act.now)
    if act.seat.is_automatic:
        raise Refused("invalid", "A bot needs no one to take its place.")
    if has_seat(act.session.seats, user):
        raise Refused("already_seated", SEATED_ALREADY)
    for offer in SeatOffer.objects.open().filter(seat=act.seat, user=user):
        offer.close(SeatOffer.State.LAPSED, act.now)
    number = act.session.table.next_offer
    act.decide(SeatOffered(number, act.seat.number, for_good=True))
    act.data["offer"] = store_offer(
        act.session, act.seat, user, act.now, invited_by=act.by
    )


def _preview_invited(act: ActionContext) -> Preview:
    name = name_of(act.seat)
    return Preview(
        [
            f"{act.data['email']} gets an email and may sit down where {name} is, for "
            "good. You can take the invitation back until then.",
            f"{name} does not play in this game any more once they do.",
        ]
    )


def _withdraw(act: ActionContext) -> None:
    offer = staff_offer(act.game)
    if offer is None:
        raise Refused("too_late", "This offer is no longer open.")
    own = act.session.seat(offer.seat.number)
    act.row.seat_number, act.row.user = own.number, own.user
    act.decide(OfferWithdrawn(offer.number))
    offer.close(SeatOffer.State.WITHDRAWN, act.now)


def _entrust(act: ActionContext) -> None:
    require_played(act)
    act.record_act()
    entrust(act.session, act.seat, Source.STAFF)


def _give_back(act: ActionContext) -> None:
    own, session = act.seat, act.session
    is_there = own.user is not None and own.user.is_active
    if not (session.status(own.number).is_on_autopilot and is_there):
        raise Refused("too_late", "Autopilot does not play this seat for anybody.")
    act.decide(ReclaimSeat(), own.number)
    play_automatic(session)


def require_played(act: ActionContext) -> None:
    """Raise Refused (too_late) unless the seat's player plays it."""
    if act.seat.number not in act.session.present:
        raise Refused("too_late", "Autopilot or a bot plays this seat.")


LINKS = Action(
    key="links",
    title="Replace links",
    explains="Its player gets a new link by email. The old ones no longer work.",
    headline=_("The moderators replaced the links to a seat"),
    means=_(
        "Old links to that seat no longer work. We’ve emailed its player a new one."
    ),
    permission="manage_links",
    form=SeatForm,
    perform=_revoke_links,
    emails_only_its_player=True,
)
INVITE = _player_action(
    key="invite",
    title="Invite another player",
    explains="Somebody else plays the seat for good.",
    headline=_("The moderators are asking someone to take over a seat"),
    means=_(
        "Someone has been asked to play that seat from now on. Until they say yes, "
        "everything stays as it is."
    ),
    form=InviteForm,
    obstacle=lambda game, now: (
        not_running(game, now)
        or obstacle_unless(staff_offer(game) is None, "Somebody is invited already.")
    ),
    perform=_invite,
    follow_up=lambda act: publish(
        OfferMade(act.data["offer"], act.session.seats, now=act.now)
    ),
    notes=_preview_invited,
)
WITHDRAW = _player_action(
    key="withdraw",
    title="Withdraw the invitation",
    explains="Nobody has answered it yet.",
    headline=_("The moderators no longer ask anyone to take over a seat"),
    means=_("Everything stays as it is."),
    obstacle=lambda game, now: obstacle_unless(
        staff_offer(game), "This invitation is no longer open."
    ),
    perform=_withdraw,
)
ENTRUST = _player_action(
    key="entrust",
    title="Put a seat on autopilot",
    explains="Its player can come back with one click.",
    headline=_("The moderators put a seat on autopilot"),
    means=_("Autopilot plays that seat. Its player can take it back at any time."),
    form=PlayedSeatForm,
    obstacle=not_running,
    perform=_entrust,
)
GIVE_BACK = _player_action(
    key="give_back",
    title="Give a seat back",
    explains="Its player decides again, instead of autopilot.",
    headline=_("The moderators gave a seat back to its player"),
    means=_("Its player plays again."),
    form=LentSeatForm,
    obstacle=_without_autopilot,
    perform=_give_back,
)


#: A building can have many payments. Others can be typed.
MOST_PAYMENTS = 20


class PlayForm(ReasonForm):
    """A decision for a seat: 'forest 3' for Alice."""

    choice = forms.ChoiceField(label="Decision", required=False)
    other = forms.CharField(
        label="Or another one, in words",
        required=False,
        max_length=80,
        help_text="Such as “build 1 wood wood brick”, for the same seat.",
    )

    def adapt(self) -> None:
        state = positions.state_of(self.context.game)
        self.seats = {s.number: s for s in read_seats(self.context.game)}
        names = names_of(tuple(self.seats.values()))
        self.fields["choice"].choices = [  # type: ignore[attr-defined]
            ("", "Choose what is decided"),
            *(
                (f"{player} {text}", f"{names[player]}: {text}")
                for player in sorted(awaited(state))
                for text in _texts(state, player)
            ),
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        number, _blank, text = data.get("choice", "").partition(" ")
        if not number:
            raise forms.ValidationError("Please choose a decision.")
        try:
            data["command"] = notation.from_text(data.get("other") or text)
        except GameError as error:
            raise forms.ValidationError(str(error)) from error
        data["seat"] = self.seats[int(number)]
        return data

    def answers(self) -> list[tuple[str, str]]:
        data = self.cleaned_data
        decided = f"{name_of(data['seat'])}: {notation.to_text(data['command'])}"
        return [("Decision", decided)]


def _texts(state: GameState, player: int) -> list[str]:
    texts: list[str] = []
    for choice in legal_commands(state, player):
        if isinstance(choice, Payments):
            some = list(choice.commands())[:MOST_PAYMENTS]
            texts += [notation.to_text(command) for command in some]
        else:
            texts.append(notation.to_text(choice))
    return texts


def _play(act: ActionContext) -> None:
    """Raise the engine's GameError if the rules refuse."""
    require_played(act)
    act.decide(PlayMove(act.data["command"]), act.seat.number)
    play_automatic(act.session)


PLAY = Action(
    key="play",
    title="Play for a seat",
    explains="Decide what its player is asked.",
    headline=_("The moderators played a move for a player"),
    means=_("The history shows the move."),
    permission="play_for_seat",
    form=PlayForm,
    obstacle=not_playable,
    perform=_play,
    is_grave=True,
    may_be_appealed=True,
)
ACTIONS = (LINKS, INVITE, WITHDRAW, ENTRUST, GIVE_BACK, PLAY)
