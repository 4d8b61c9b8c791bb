"""Who may watch a game, and how far behind, as its table and its host read it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Audience, Game
from games.models.game_choices import WATCH_DELAYS


def watch_delays() -> list[tuple[int, str]]:
    """Return by how many moves spectators can be kept behind, in words."""
    return [(count, delay_in_words(count)) for count in WATCH_DELAYS]


def audience_in_words(game: Game) -> str:
    """Say who may watch a game, and what they see."""
    match game.audience:
        case Audience.NOBODY:
            return _("Only the players see this game.")
        case Audience.EVERYONE:
            who = _("Everyone may watch: the game is listed here.")
        case _:
            who = _("Whoever has the link may watch.")
    if not game.watch_delay:
        return who
    behind = ngettext(
        "They see it %(count)d move behind until it’s over.",
        "They see it %(count)d moves behind until it’s over.",
        game.watch_delay,
    )
    return f"{who} {behind % {'count': game.watch_delay}}"


def behind_in_words(game: Game) -> str:
    """Say to spectators how far behind they are, '' where a game is told as it is."""
    if not game.is_past:
        return ""
    sentence = ngettext(
        "You see this game %(count)d move behind, as its players wish.",
        "You see this game %(count)d moves behind, as its players wish.",
        game.watch_delay,
    )
    return sentence % {"count": game.watch_delay}


def delay_in_words(count: int) -> str:
    """Return by how many moves spectators are behind: 'as it is', '3 moves behind'."""
    if not count:
        return _("the table as it is")
    sentence = ngettext("%(count)d move behind", "%(count)d moves behind", count)
    return sentence % {"count": count}
