"""The mail that says that an answer came in which nobody could read."""

from django.utils.translation import gettext as _

from games import links
from notifications.models.incoming import SOMEBODY_ELSE, TOO_LARGE
from notifications.parts.context import Case, Context


def reply_unread(case: Case) -> Context:
    """To whose answer was put aside: nothing was done, and where they can decide."""
    why = case.mail.incoming.why if case.mail.incoming else ""
    is_theirs = case.seat.user_id == case.mail.user_id
    elsewhere = {"link": links.game_url(case.game), "link_label": _("See the game")}
    return {
        "heading": _("Your answer was not read"),
        "lead": _sentence(why),
    } | ({} if is_theirs else elsewhere)


def _sentence(why: str) -> str:
    if why == TOO_LARGE:
        return _(
            "An answer from you came in that is too large, and nothing of it was done. "
            "Please answer again without attachments, or decide on the page."
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
