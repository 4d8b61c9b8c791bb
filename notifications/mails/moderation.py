"""What the staff did, told to a player: what, why, and what it means for them."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import positions, queries
from games.labels import Text
from games.links.purposes import DATA_LINK, PLAY_LINK, game_url, home_url, result_url
from games.models import Act, Game, Invitation, Seat, StaffAct, Status, User
from games.pages.result import result_in_words
from games.signals import StaffActed
from games.text import name_of
from notifications.mails.base import MailKind
from notifications.mails.blocks.text import moment_in_words
from notifications.mails.context import Context, MailContext
from notifications.models import Kind, OutgoingMail

MEANINGS: dict[Act, Text] = {
    Act.PAUSE: gettext_lazy(
        "All clocks stand still. Whoever wants to may play on meanwhile."
    ),
    Act.RESUME: gettext_lazy("The clocks run again."),
    Act.GRANT: gettext_lazy("The time for the present decision has changed."),
    Act.CLOCK: gettext_lazy(
        "Whoever is awaited has the whole time anew. The terms are on the page."
    ),
    Act.LINKS: gettext_lazy(
        "The links to that seat in earlier mails open nothing any more. Its player "
        "gets a mail with a fresh one."
    ),
    Act.INVITE: gettext_lazy(
        "Somebody is asked to play that seat from now on. Until they say yes nothing "
        "changes."
    ),
    Act.WITHDRAW: gettext_lazy("Everything stays as it is."),
    Act.ENTRUST: gettext_lazy(
        "The steward, a decent automatic player, plays that seat. Its player may take "
        "it back at any time, by one click on the page."
    ),
    Act.GIVE_BACK: gettext_lazy("Its player decides again, and not the steward."),
    Act.PLAY: gettext_lazy("The history of the game says what was decided."),
    Act.ROLL_BACK: gettext_lazy(
        "What happened since is struck out in the history. Dice and cards from there "
        "on are new ones."
    ),
    Act.END: gettext_lazy("The game is over. Nothing more is expected of you."),
    Act.HOLD: gettext_lazy(
        "Nobody can decide anything, and no time runs, until the staff release it."
    ),
    Act.RELEASE: gettext_lazy("The game goes on, and time runs again."),
    Act.NOTE: "",
    Act.RESEND: gettext_lazy("Mails about this game that had failed are sent again."),
    Act.HIDE: gettext_lazy("What is written there can be read by the staff alone."),
    Act.UNHIDE: gettext_lazy("What is written there can be read by all of you again."),
    Act.ANSWER: gettext_lazy("Thank you. Nobody else learns that you reported it."),
    Act.BAN: gettext_lazy(
        "You cannot sign in any more, and your links open nothing. Your seats are "
        "played by the steward."
    ),
    Act.UNBAN: gettext_lazy(
        "You can sign in again, and take back the seats that the steward plays for you."
    ),
    Act.UNMUTE: gettext_lazy("You can write to others again."),
    Act.ADDRESS: gettext_lazy(
        "From now on the mails of your games come to this address, and you answer them "
        "from there. The old one was told."
    ),
    Act.KEEP: gettext_lazy("Your account stays as it is."),
}
#: Where the headline speaks to the person whom it is about.
HEADINGS: dict[Act, Text] = {
    Act.BAN: gettext_lazy("The staff have banned you"),
    Act.UNBAN: gettext_lazy("The staff have lifted your ban"),
    Act.MUTE: gettext_lazy("The staff have muted you"),
    Act.UNMUTE: gettext_lazy("You can write to others again"),
    Act.ADDRESS: gettext_lazy("The staff have changed your address"),
    Act.FORGET: gettext_lazy("The staff are going to remove your account"),
    Act.KEEP: gettext_lazy("The staff do not remove your account after all"),
    Act.NOTE: gettext_lazy("A note from the staff"),
    Act.ANSWER: gettext_lazy("The staff have looked at what you reported"),
}
#: What somebody may want to object to.
GRAVE = frozenset({Act.BAN, Act.ADDRESS, Act.FORGET})
#: After which nobody can sign in any more, and what is theirs is theirs all the same.
ENDING = frozenset({Act.BAN, Act.FORGET})


class StaffActedMail(MailKind):
    """What the staff did: one to each person concerned, with the reason."""

    kind = Kind.STAFF_ACTED
    on = (StaffActed,)
    reaches_lost = True
    reaches_banned = True

    def mails(self, signal: StaffActed) -> Iterable[OutgoingMail]:
        """To all who play in the game, or to the person whom it was about."""
        act, now = signal.act, signal.now
        if act.act == Act.ANSWER:
            if act.user_id:
                yield self._mail(act, act.user_id, now)
        elif act.game_id is not None:
            for seat in signal.seats:
                # Absent players are told as well: it is their game.
                for user_id in {seat.user_id, seat.absent_user_id} - {None}:
                    yield self._mail(act, user_id, now, seat)
        else:
            yield self._mail(act, act.user_id, now)
            if act.act == Act.BAN:
                for seat in _seats_beside(act.user):
                    yield self._mail(act, seat.user_id, now, seat)

    def _mail(
        self,
        act: StaffAct,
        user_id: int | None,
        now: datetime,
        seat: Seat | None = None,
    ) -> OutgoingMail:
        mail = self.new(f"{act.pk}:{user_id}", now, user_id=user_id, act_id=act.pk)
        if seat is not None:
            mail.seat_id, mail.game_id = seat.pk, seat.game_id
            mail.dedupe_key += f":{seat.game_id}"
        return mail

    def context(self, case: MailContext) -> Context:
        act = case.mail.act
        assert act is not None
        if case.mail.seat is None:
            return _to_person(act, case.now)
        own = case.seat if case.is_readers_seat else None
        if act.act == Act.BAN:
            return case.common | _of_a_ban(act, case.game, own, case.now)
        return case.common | _to_table(act, case.game, own, case.names, case.now)


def _seats_beside(user: User | None) -> QuerySet[Seat]:
    """Return the seats of others in a user's games, who have to know who plays on."""
    own = Seat.objects.filter(
        user=user,
        invitation=Invitation.ACCEPTED,
        game__status__in=(Status.INVITING, Status.ACTIVE),
    )
    others = Seat.objects.filter(game__in=own.values("game"), user__isnull=False)
    return others.exclude(user=user).order_by("pk")


def _to_person(act: StaffAct, now: datetime) -> Context:
    kind = Act(act.act)
    return {
        "heading": HEADINGS[kind],
        "reason": act.reason,
        "meaning": _meaning_to(act.user, kind),
        "contact": settings.CONTACT_EMAIL if kind in GRAVE else "",
        **_way_of(act.user, kind, now),
    }


def _way_of(user: User | None, kind: Act, now: datetime) -> Context:
    if user is None or kind not in ENDING:
        return {"link": home_url(), "link_label": "Stone Age by Mail"}
    return {
        "is_to_data": True,
        "link": DATA_LINK.url(user, now=now),
        "link_label": _("What is stored about you"),
    }


def _meaning_to(user: User | None, kind: Act) -> str:
    match kind:
        case Act.MUTE:
            until = user.muted_until if user else None
            sentence = _(
                "You can write nothing to others until %(until)s. You can play on."
            )
        case Act.FORGET:
            until = user.forget_at if user else None
            sentence = _(
                "Until %(until)s nothing changes. Then your address, your name and "
                "your words are removed for good, and the steward plays your seats."
            )
        case _:
            return str(MEANINGS[kind])
    return sentence % {"until": moment_in_words(until)} if until else ""


def _to_table(
    act: StaffAct,
    game: Game,
    own: Seat | None,
    names: tuple[str, ...],
    now: datetime,
) -> Context:
    kind = Act(act.act)
    heading = _("The staff %(what)s") % {"what": kind.label}
    return {
        "heading": HEADINGS.get(kind, heading),
        "whose": "" if act.seat_number is None else names[act.seat_number],
        "reason": act.reason,
        "meaning": _meaning(kind, game),
        "result": result_in_words(positions.state_of(game), names),
        "until": _deadline(own),
        **_way(game, own, now),
    }


def _meaning(kind: Act, game: Game) -> str:
    """An end may be gone back on for a while: the mail says until when."""
    if kind is not Act.END or game.reveal_at is None:
        return str(MEANINGS[kind])
    until = moment_in_words(game.reveal_at)
    appeal = _(
        "Until %(until)s the staff can go back on it: write to them if you disagree. "
        "Then the seed of the dice is revealed, and everybody can check them."
    ) % {"until": until}
    return f"{MEANINGS[kind]} {appeal}"


def _of_a_ban(act: StaffAct, game: Game, own: Seat | None, now: datetime) -> Context:
    """To the others: who plays the seat from now on. Why is not theirs to know."""
    seat = next(s for s in queries.seats_of(game) if s.user_id == act.user_id)
    name = name_of(seat)
    return {
        "heading": _("The steward plays for %(name)s") % {"name": name},
        "meaning": _(
            "The staff have given the seat of %(name)s to the steward, a decent "
            "automatic player, so that the game goes on."
        )
        % {"name": name},
        **_way(game, own, now),
    }


def _deadline(own: Seat | None) -> str:
    if own is None or own.deadline_at is None:
        return ""
    return moment_in_words(own.deadline_at)


def _way(game: Game, own: Seat | None, now: datetime) -> Context:
    if game.status == Status.FINISHED:
        return {"link": result_url(game), "link_label": _("See how it ended")}
    if own is None or game.status != Status.ACTIVE:
        return {"link": game_url(game), "link_label": _("See the game")}
    return {
        "link": PLAY_LINK.url(own, now=now),
        "link_label": _("Go to the game"),
    }
