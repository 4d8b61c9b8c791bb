"""The mail that says that an answer came in which nobody could read."""

from django.utils.translation import gettext as _

from games.links.purposes import game_url
from notifications.models.incoming import (
    LISTED,
    SAYS_NOTHING,
    SOMEBODY_ELSE,
    TANGLED,
    TOO_LARGE,
)
from notifications.parts.context import Case, Context


def reply_unread(case: Case) -> Context:
    """To whose answer was put aside: nothing was done, and where they can decide."""
    why = case.mail.incoming.why if case.mail.incoming else ""
    is_theirs = case.seat.user_id == case.mail.user_id
    elsewhere = {"link": game_url(case.game), "link_label": _("See the game")}
    return {
        "heading": unread_heading(why),
        "lead": why_unread(why),
    } | ({} if is_theirs else elsewhere)


def unread_heading(why: str) -> str:
    """Head what is said of an answer that was put aside."""
    if why == SAYS_NOTHING:
        return _("We stop answering for now")
    return _("Your answer was not read")


def why_unread(why: str) -> str:
    """Say why an answer was put aside."""
    if why == SAYS_NOTHING:
        return _(
            "Several answers from you in a row had nothing in them that we understand. "
            "In case a machine wrote them we answer no more of that kind today. As "
            "soon as there is a command in one, for example “help”, we answer again."
        )
    if why == TOO_LARGE:
        return _(
            "An answer from you came in that is too large, and nothing of it was done. "
            "Please answer again without attachments, or decide on the page."
        )
    if why == TANGLED:
        return _(
            "An answer from you came in that is built in a way that we do not read. "
            "Nothing of it was done: please answer again in plain text, or decide on "
            "the page."
        )
    if why == LISTED:
        return _(
            "An answer from you came in through a mailing list. Such mails are not "
            "read: please answer from your own address, or decide on the page."
        )
    if why == SOMEBODY_ELSE:
        return _(
            "An answer from you came in for a seat that has another player by now. "
            "Nothing of it was done."
        )
    return _(
        "An answer from you came in that we could not read, which is our mistake. "
        "Nothing of it was done: please decide on the page. The staff will look at it."
    )
