"""The staff and the seats: the steward, other players, deciding for somebody, links."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import positions, queries
from games.errors import AlreadySeated, InvalidChoice, TooLate
from games.models import DecidedHow, Game, Seat, SubstituteOffer
from games.moderation.action import (
    Action,
    Lock,
    Preview,
    is_playable,
    is_running,
)
from games.moderation.context import ActionContext
from games.moderation.forms import ReasonForm, SeatForm
from games.services import links, motions, users
from games.services.leaving import entrust
from games.services.replacements import (
    lock_invitation,
    open_invitation,
    replacement_close,
)
from games.services.substitutes import sits
from games.signals import ReplacementInvited, publish
from games.text import name_of, names_of
from stoneage_core import GameError, GameState, awaited, legal_commands, notation
from stoneage_core.conduct import PlayerReturned
from stoneage_core.payments import Payments

#: Payments are many; whoever wants another one types it.
MOST_PAYMENTS = 20


class InviteForm(SeatForm):
    email = forms.EmailField(label="Address of the new player")


class PlayedSeatForm(SeatForm):
    def is_meant(self, seat: Seat) -> bool:
        return not (seat.is_automatic or seat.is_stewarded)


class LentSeatForm(SeatForm):
    def is_meant(self, seat: Seat) -> bool:
        return seat.is_stewarded and seat.user_id is not None


class PlayForm(ReasonForm):
    """A seat and its command: 'forest 3' for Alice."""

    choice = forms.ChoiceField(label="Decision", required=False)
    other = forms.CharField(
        label="Or another one, in words",
        required=False,
        max_length=80,
        help_text="Such as “build 1 wood wood brick”, for the same seat.",
    )

    def adapt(self) -> None:
        state = positions.state_of(self.context.game)
        self.seats = {s.number: s for s in queries.seats_of(self.context.game)}
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
            raise forms.ValidationError("Choose a decision, please.")
        try:
            data["command"] = notation.from_text(data.get("other") or text)
        except GameError as error:
            raise forms.ValidationError(str(error)) from error
        data["seat"] = self.seats[int(number)]
        return data


def _texts(state: GameState, player: int) -> list[str]:
    """Return what may be decided, as text."""
    texts: list[str] = []
    for choice in legal_commands(state, player):
        if isinstance(choice, Payments):
            some = list(choice.commands())[:MOST_PAYMENTS]
            texts += [notation.to_text(command) for command in some]
        else:
            texts.append(notation.to_text(choice))
    return texts


def _has_steward(game: Game, now: datetime) -> bool:
    return is_running(game, now) and game.seats.filter(is_stewarded=True).exists()


def _revoke_links(act: ActionContext) -> None:
    if act.seat.user is None or act.seat.user.is_guest:
        raise InvalidChoice("Nobody there can be sent a link.")
    links.links_revoke(seat=act.seat, now=act.now)


def _invite(act: ActionContext) -> None:
    """Invite somebody, one at a time; what they offered before is superseded."""
    user = users.user_for_email(email=act.data["email"], now=act.now)
    if act.seat.is_automatic:
        raise InvalidChoice("An automatic player needs no other one.")
    if sits(act.session, user):
        raise AlreadySeated("That person has a seat in this game already.")
    offers = SubstituteOffer.objects.filter(seat=act.seat, withdrawn_at=None)
    if offers.filter(invited_by__isnull=False).exists():
        raise TooLate("Somebody is invited to this seat already.")
    offers.filter(user=user).update(withdrawn_at=act.now)
    act.data["offer"] = SubstituteOffer.objects.create(
        seat=act.seat,
        number=SubstituteOffer.objects.filter(seat__game=act.game).count() + 1,
        user=user,
        invited_by=act.by,
        offered_at=act.now,
    )


def _tell_invited(act: ActionContext) -> Preview:
    name = name_of(act.seat)
    return Preview(
        [
            f"{act.data['email']} gets a mail and may sit down where {name} is, for "
            "good. You can take the invitation back until then.",
            f"{name} does not play in this game any more once they do.",
        ]
    )


def _withdraw(act: ActionContext) -> None:
    offer = open_invitation(act.game)
    if offer is None:
        raise TooLate("This invitation is not open any more.")
    replacement_close(lock_invitation(offer), act.now)
    own = act.session.seat(offer.seat.number)
    act.row.seat_number, act.row.user = own.number, own.user


def _entrust(act: ActionContext) -> None:
    _require_played(act)
    entrust(act.session, act.seat, DecidedHow.STAFF)


def _give_back(act: ActionContext) -> None:
    own, session = act.seat, act.session
    is_there = own.user is not None and own.user.is_active
    if not (session.chair(own.number).is_stewarded and is_there):
        raise TooLate("The steward does not play this seat for anybody.")
    session.take([PlayerReturned(own.number)], own.number, DecidedHow.STAFF)
    motions.settle(session)
    session.play_automatic()


def _play(act: ActionContext) -> None:
    """Decide for the seat; raise the engine's GameError where the rules refuse."""
    _require_played(act)
    act.session.decide(act.seat.number, act.data["command"], DecidedHow.STAFF)
    act.session.play_automatic()


def _require_played(act: ActionContext) -> None:
    if act.seat.number not in act.session.present:
        raise TooLate("Nobody but the steward plays this seat.")


LINKS = Action(
    key="links",
    title="Revoke links",
    explains="Make all links to a seat useless, and mail a fresh one.",
    done=_("made old links useless"),
    means=_(
        "The links to that seat in earlier mails open nothing any more. Its player "
        "gets a mail with a fresh one."
    ),
    permission="manage_links",
    lock=Lock.ANY,
    form=SeatForm,
    perform=_revoke_links,
)
INVITE = Action(
    key="invite",
    title="Invite another player",
    explains="To play on for good in somebody’s place.",
    done=_("invited another player"),
    means=_(
        "Somebody is asked to play that seat from now on. Until they say yes nothing "
        "changes."
    ),
    permission="replace_player",
    form=InviteForm,
    is_available=lambda game, now: (
        is_running(game, now) and open_invitation(game) is None
    ),
    perform=_invite,
    follow_up=lambda act: publish(ReplacementInvited(act.data["offer"], act.now)),
    notes=_tell_invited,
)
WITHDRAW = Action(
    key="withdraw",
    title="Withdraw the invitation",
    explains="Nobody has answered it yet.",
    done=_("withdrew an invitation"),
    means=_("Everything stays as it is."),
    permission="replace_player",
    lock=Lock.ANY,
    is_available=lambda game, now: open_invitation(game) is not None,
    perform=_withdraw,
)
ENTRUST = Action(
    key="entrust",
    title="Give a seat to the steward",
    explains="Its player may come back by one click.",
    done=_("gave the seat to the steward"),
    means=_(
        "The steward, a decent automatic player, plays that seat. Its player may take "
        "it back at any time, by one click on the page."
    ),
    permission="replace_player",
    form=PlayedSeatForm,
    is_available=is_running,
    perform=_entrust,
)
GIVE_BACK = Action(
    key="give_back",
    title="Give a seat back",
    explains="Its player decides again, instead of the steward.",
    done=_("gave the seat back to its player"),
    means=_("Its player decides again, and not the steward."),
    permission="replace_player",
    form=LentSeatForm,
    is_available=_has_steward,
    perform=_give_back,
)
PLAY = Action(
    key="play",
    title="Play for a seat",
    explains="Decide what its player is asked.",
    done=_("decided for a seat"),
    means=_("The history of the game says what was decided."),
    permission="play_for_seat",
    lock=Lock.PLAYABLE,
    form=PlayForm,
    is_available=is_playable,
    perform=_play,
    is_grave=True,
)
ACTIONS = (LINKS, INVITE, WITHDRAW, ENTRUST, GIVE_BACK, PLAY)
