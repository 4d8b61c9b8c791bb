"""What an act would come to, in sentences; nothing that only chance decides.

Asked right after the act, in a transaction that is rolled back: the rows say what would
be. Dice that it would roll and cards that it would draw are never looked at, or a
moderator could choose the act by them.
"""

from collections.abc import Iterator
from datetime import timedelta
from itertools import takewhile

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import clock_words, labels, positions, queries
from games.dates import duration_in_words, moment_in_words
from games.desk.actions import Case, Preview, Standing
from games.discretion import Discretion
from games.history.chronicle import line_of, undone_in
from games.models import DecidedHow, Game
from games.pages.board import board_of
from games.pages.tribes import tribes_of
from games.positions import PastEvent
from games.services.staff import PAUSE_BUDGET
from games.text import join_list, name_of, names_of
from stoneage_core import awaited
from stoneage_core.events import REVEALING
from stoneage_core.match.calendar import Span
from stoneage_core.state import EndReason, Phase


def pause(case: Case) -> Preview:
    until = moment_in_words(case.data["until"])
    left = PAUSE_BUDGET - _paused(_now(case).match_state.pauses)
    return told(
        case,
        _("All clocks stand still until %(until)s, unless you let them go on before.")
        % {"until": until},
        _("Who wants to may play on meanwhile."),
        _("Of the thirty days for which a game may be paused, %(left)s are left then.")
        % {"left": duration_in_words(int(left.total_seconds()))},
        *_deadlines(case),
    )


def resume(case: Case) -> Preview:
    return told(case, _("The clocks run again, from now on."), *_deadlines(case))


def grant(case: Case) -> Preview:
    before = case.seat.deadline_at
    values = {"when": moment_in_words(before) if before else ""}
    return told(case, _("Until now it was %(when)s.") % values, *_deadlines(case))


def clock(case: Case) -> Preview:
    terms = clock_words.terms_of(case.data["preset"])
    return told(
        case,
        _("From now on: %(terms)s.") % {"terms": terms.rstrip(".")},
        _("Whoever is awaited has the whole time anew. Banks open anew, too."),
        *_deadlines(case),
    )


def links(case: Case) -> Preview:
    values = {"name": name_of(case.seat)}
    return told(
        case,
        _("No link to the seat of %(name)s that was mailed so far opens it any more.")
        % values,
        _("%(name)s gets a mail with a fresh one.") % values,
    )


def hide(case: Case) -> Preview:
    return told(case, _("What is written there can be read by the staff alone."))


def unhide(case: Case) -> Preview:
    return told(case, _("Everybody at the table can read it again."))


def invite(case: Case) -> Preview:
    values = {"name": name_of(case.seat), "email": case.data["email"]}
    return told(
        case,
        _("%(email)s gets a mail and may sit down where %(name)s is, for good.")
        % values,
        _("Until then nothing changes. You can take the invitation back."),
        _("%(name)s does not play in this game any more once they do.") % values,
    )


def withdraw(case: Case) -> Preview:
    return told(case, _("The link in the invitation opens nothing any more."))


def entrust(case: Case) -> Preview:
    values = {"name": name_of(case.seat)}
    return told(
        case,
        _("The steward plays for %(name)s, and decides at once what is awaited.")
        % values,
        _("%(name)s may take the seat back at any time, by one click.") % values,
    )


def give_back(case: Case) -> Preview:
    values = {"name": name_of(case.seat)}
    sentence = _("From now on %(name)s decides again.") % values
    return told(case, sentence, *_deadlines(case))


def play(case: Case) -> Preview:
    """Say what is decided, up to the first die or card: those fall when it is done."""
    game = case.table
    names = names_of(queries.seats_of(game))
    happened = positions.past_events(_now(case), after=game.version)
    own = takewhile(lambda one: one.decided_how == DecidedHow.STAFF, happened)
    known = takewhile(lambda one: not isinstance(one.event, REVEALING), own)
    lines = [line_of(one, names, Discretion(game)).text for one in known]
    if any(isinstance(one.event, REVEALING) for one in happened):
        lines.append(_("Dice and cards fall when you do it, not before."))
    return told(case, *lines)


def roll_back(case: Case) -> Preview:
    """Show the position to come, and strike out what happened since."""
    sequence, game = case.data["sequence"], case.table
    names = names_of(queries.seats_of(game))
    state = positions.state_at(game, sequence)
    struck = _struck(game)
    preview = told(
        case,
        _("The game goes back to %(where)s, as it was after event %(sequence)d.")
        % {
            "where": labels.round_and_phase(state.round, Phase(state.phase)),
            "sequence": sequence,
        },
        _count_struck(len(struck)),
        _("Dice and cards after it are new ones."),
        *_stewarded(case),
        *_deadlines(case),
    )
    preview.board = board_of(state, names)
    preview.tribes = tuple(tribes_of(state, names, awaited(state)))
    preview.struck = tuple(line_of(one, names, Discretion(game)) for one in struck)
    return preview


def _struck(game: Game) -> list[PastEvent]:
    """Return what is struck out by the going back after the version of ``game``."""
    now = positions.past_events(game)
    already = undone_in(now[: game.version])
    fresh = undone_in(now) - already
    return [one for one in now[: game.version] if one.sequence in fresh]


def end(case: Case) -> Preview:
    game = _now(case)
    state = positions.state_of(game)
    names = names_of(queries.seats_of(game))
    preview = told(case, str(_ENDS[case.data["how"]]), _appeal(game))
    if case.data["how"] is not EndReason.CALLED_OFF:
        standings = (
            Standing(rank, seat, names[seat], tribe.score)
            for seat, (rank, tribe) in enumerate(
                zip(state.ranks, state.players, strict=True)
            )
        )
        preview.standings = tuple(sorted(standings, key=lambda one: one.rank))
    return preview


def _appeal(game: Game) -> str:
    assert game.reveal_at is not None
    until = moment_in_words(game.reveal_at)
    return _(
        "Until %(until)s it can be taken back to where it was; then the seed of its "
        "dice is revealed, and nobody can play on."
    ) % {"until": until}


_ENDS = {
    EndReason.DECIDED: gettext_lazy("The game is over, with these points and ranks."),
    EndReason.DRAWN: gettext_lazy("The game is over, and all share the first place."),
    EndReason.CALLED_OFF: gettext_lazy("The game is over, and nobody has won or lost."),
}


def hold(case: Case) -> Preview:
    return told(
        case,
        _("Nobody can decide anything, the steward and the deadlines neither."),
        _("No time runs until you release the game."),
    )


def release(case: Case) -> Preview:
    return told(case, _("The game goes on, and time runs again."), *_deadlines(case))


def note(case: Case) -> Preview:
    return told(case, _("Nothing changes in the game."))


def told(case: Case, *sentences: str) -> Preview:
    """Add who is told of it."""
    seats = queries.seats_of(case.table)
    people = [name_of(each) for each in seats if each.user_id is not None]
    values = {"people": join_list(people)}
    told = _("%(people)s get a mail with your reason; it does not name you.") % values
    return Preview([*sentences, told])


def _now(case: Case) -> Game:
    """Return the game as the act has left it."""
    return Game.objects.get(pk=case.table.pk)


def _paused(pauses: tuple[Span, ...]) -> timedelta:
    return sum((each.length for each in pauses), timedelta())


def _stewarded(case: Case) -> Iterator[str]:
    """Say whose seat the steward keeps: to take a game back gives no seat back."""
    for seat in queries.seats_of(_now(case)):
        if seat.is_stewarded:
            yield _(
                "The steward goes on playing for %(name)s. If that was the mistake, "
                "give the seat back, too: in quarantine nobody moves before you have."
            ) % {"name": name_of(seat)}


def _deadlines(case: Case) -> Iterator[str]:
    """Say until when those who are awaited decide then."""
    for seat in queries.seats_of(_now(case)):
        if seat.deadline_at is not None:
            yield _("%(name)s decides until %(until)s.") % {
                "name": name_of(seat),
                "until": moment_in_words(seat.deadline_at),
            }


def _count_struck(count: int) -> str:
    sentence = ngettext(
        "%(count)d event is struck out. It stays in the log and in the history.",
        "%(count)d events are struck out. They stay in the log and in the history.",
        count,
    )
    return sentence % {"count": count}
