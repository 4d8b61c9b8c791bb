"""Mails about who can be reached: to the others at the table, and to try an address."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from games import links, selectors
from games.announcements import AddressTried, UserUnreachable
from games.models import Seat, Status
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import draft
from notifications.parts.context import Case, Context

#: Tried at any rate: somebody waits for them, or they show whether an address is good.
TRIED = frozenset(
    {
        Kind.ADDRESS_TRIED,
        Kind.ADDRESS_CHANGE,
        Kind.ADDRESS_CHANGED,
        Kind.SIGN_IN,
        Kind.FRESH_LINK,
        Kind.KEEP,
        Kind.STAFF_ACTED,
        Kind.REPLY_READ,
        Kind.REPLY_UNREAD,
    }
)


def told(news: UserUnreachable) -> Iterator[OutgoingMail]:
    """Tell the others who play with them; before the start, who invited them."""
    for seat in news.seats:
        if seat.game.status == Status.ACTIVE:
            yield from _to_table(news, seat)
        elif (host_id := seat.game.host_id) not in {None, news.user.pk}:
            yield _mail(seat, host_id, _own(news, seat, host_id) or seat, news.now)


def tried(news: AddressTried) -> OutgoingMail:
    """Write to who says that mails reach them."""
    key = f"{news.user.pk}:{int(news.now.timestamp())}"
    return draft(Kind.ADDRESS_TRIED, key, news.now, user_id=news.user.pk)


def _to_table(news: UserUnreachable, seat: Seat) -> Iterator[OutgoingMail]:
    for other in news.others:
        reads = other.user is not None and other.user.email is not None
        if other.game_id == seat.game_id and reads:
            yield _mail(seat, other.user_id, other, news.now)


def _own(news: UserUnreachable, seat: Seat, user_id: int | None) -> Seat | None:
    at_table = (other for other in news.others if other.game_id == seat.game_id)
    return next((other for other in at_table if other.user_id == user_id), None)


def _mail(lost: Seat, user_id: int | None, seat: Seat, now: datetime) -> OutgoingMail:
    """At most once a day, however often an address is tried again."""
    return draft(
        Kind.UNREACHABLE,
        f"{lost.pk}:{user_id}:{now:%Y-%m-%d}",
        now,
        user_id=user_id,
        seat_id=seat.pk,
        game_id=lost.game_id,
    )


def lost_seat(mail: OutgoingMail) -> Seat:
    """Return the seat whose player cannot be reached; the mail's key names it."""
    _kind, pk, *_rest = mail.dedupe_key.split(":")
    return Seat.objects.select_related("user").get(pk=int(pk))


def unreachable(case: Case) -> Context:
    """To the others: who does not get any mails, and what comes of it."""
    lost = lost_seat(case.mail)
    begins = case.game.status == Status.INVITING
    name = (begins and lost.user and lost.user.email) or selectors.name_of(lost)
    values = {"name": name}
    return {
        "heading": _("%(name)s cannot be reached by mail") % values,
        "lead": _("Our mails to %(name)s come back, so we have stopped them.") % values,
        **(_before_start(case) if begins else _while_played(case, name)),
    }


def _before_start(case: Case) -> Context:
    note = _("Perhaps there is a slip in the address? You can fill the seat anew.")
    return {
        "notes": [note],
        "link": links.game_url(case.game),
        "link_label": _("Fill the seat"),
        "recap": None,
    }


def _while_played(case: Case, name: str) -> Context:
    note = _(
        "%(name)s can still play on the page, and the clock runs as always. If you "
        "know another way to reach %(name)s, a word from you may help."
    )
    return {"notes": [note % {"name": name}]}


def address_tried(mail: OutgoingMail, now: datetime) -> Context:
    """To who can be reached again, as this mail shows."""
    return {"link": f"{links.home_url()}games/", "link_label": _("See your games")}
