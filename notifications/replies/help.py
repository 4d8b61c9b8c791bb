"""The help for replies: what players can write."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _

from games.command_language.spelling import spell_command, spell_orders
from games.models import Seat, Status
from games.presentation.dates import absence_example
from games.presentation.opponents import opponent_choices
from notifications.replies.new_games import opponents_in_words
from notifications.replies.vocabulary import spell_intent

#: An example, and what it does.
HelpEntry = tuple[str, str]


def help_for(seat: Seat, now: datetime) -> list[HelpEntry]:
    """Return the help for a seat, with what it can do now first."""
    first = _FIRST.get(Status(seat.game.status))
    return [*(first() if first else _for_players(now)), *_for_all()]


def digest_help() -> list[HelpEntry]:
    return [
        ("2", _("the choice with this number")),
        (spell_command("forest 3"), _("where only one game can be meant")),
        _this_list(),
    ]


def service_help() -> list[HelpEntry]:
    return [_new_game(), _this_list()]


def rules() -> list[str]:
    return [
        _(
            "Write one thing per line, in order. If one doesn’t work, we stop "
            "there and tell you why."
        ),
        _("Numbers mean the list in the email that you reply to."),
        _(
            "“Hi” and “thanks” are fine. English words always work, and so do "
            "those of your language."
        ),
    ]


def _for_invited() -> list[HelpEntry]:
    return [
        (spell_intent("accept"), _("join the game")),
        (spell_intent("decline"), _("decline the invitation")),
    ]


def _for_players(now: datetime) -> list[HelpEntry]:
    example = ("hut, field", "buy 2 wood brick", "feed wood")
    orders = f"{spell_intent('orders')} {'; '.join(map(spell_orders, example))}"
    decisions = (
        ("2", _("the choice with this number")),
        ("forest 3", _("place three people in the forest")),
        ("use hut", _("use a place where your people stand")),
        ("tools 2 1", _("add these tools to the roll; “no tools” adds none")),
        ("buy 2 wood brick", _("pay for card 2 with wood and brick")),
        ("build 1 wood wood stone", _("pay for building 1")),
        ("leave card 2", _("leave the card and take your person back")),
        ("feed wood 2", _("feed your tribe with two wood; or “go hungry”")),
    )
    return [
        *((spell_command(text), meaning) for text, meaning in decisions),
        (spell_intent("undo"), _("undo your last move, while that’s possible")),
        (absence_example(now), _("stop your clock until the end of that day")),
        (spell_intent("back"), _("you’re back earlier")),
        (spell_intent("more time"), _("ask the others for more time for this turn")),
        (spell_intent("give time"), _("give the awaited player more time")),
        (spell_intent("yes"), _("vote yes on the open proposal; or “no”")),
        (spell_intent("return"), _("take your seat back from autopilot")),
        (orders, _("orders for later; “no orders” ends them")),
    ]


def _for_finished() -> list[HelpEntry]:
    return [(spell_intent("rematch"), _("play again with the same people"))]


def _for_all() -> list[HelpEntry]:
    return [
        (f"{spell_intent('say')} …", _("say something at the table, on one line")),
        (spell_intent("board"), _("the position as it is now")),
        (spell_intent("games"), _("a list of your games, with links")),
        _new_game(),
        _this_list(),
    ]


def _new_game() -> HelpEntry:
    meaning = _("a game against bots: %(names)s")
    names = opponents_in_words(opponent_choices())
    return f"{spell_intent('new game')} Pebble", meaning % {"names": names}


def _this_list() -> HelpEntry:
    return spell_intent("help"), _("this list")


#: The first entries by the game's status; otherwise those for players.
_FIRST: dict[Status, Callable[[], list[HelpEntry]]] = {
    Status.INVITING: _for_invited,
    Status.FINISHED: _for_finished,
}
