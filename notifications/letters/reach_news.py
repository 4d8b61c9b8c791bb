"""Who cannot be reached, told to the others; and to who can be again."""

from datetime import datetime

from django.utils.translation import gettext as _

from games import links
from games.models import Status
from games.text import name_of
from notifications.letters.invitees import invitee_of
from notifications.models import OutgoingMail
from notifications.parts.context import Case, Context
from notifications.subjects import lost_seat


def unreachable(case: Case) -> Context:
    """To the others: who does not get any mails, and what comes of it."""
    lost = lost_seat(case.mail)
    begins = case.game.status == Status.INVITING
    name = invitee_of(lost) if begins else name_of(lost)
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
