"""What is said of clocks, absences, proposals and takebacks."""

from collections.abc import Iterator

from stoneage_core import match_events as c
from stoneage_core.passkey_events import DecisionSigned, PasskeysSet
from stoneage_core.phrases import Many, Phrase, Template, ngettext_noop
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.staff_events import (
    GameAdjudicated,
    GameFrozen,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameUnfrozen,
    StaffActed,
    TimeGranted,
)
from stoneage_core.time_control import DAY, HOUR, MINUTE, Bank, TimeControl, Window

_UNITS = (
    (DAY, "day", ngettext_noop("one day", "{count} days")),
    (HOUR, "hour", ngettext_noop("one hour", "{count} hours")),
    (MINUTE, "minute", ngettext_noop("one minute", "{count} minutes")),
    (1, "second", ngettext_noop("one second", "{count} seconds")),
)
_PROPOSALS = {
    c.ProposalKind.TAKE_BACK: _(
        "{player} proposes to go back to event {sequence} (proposal {proposal})."
    ),
    c.ProposalKind.SUBSTITUTE: _(
        "{player} proposes a substitute for {seat} (proposal {proposal})."
    ),
    c.ProposalKind.END: _(
        "{player} proposes to end the game as it stands (proposal {proposal})."
    ),
    c.ProposalKind.TIME_CONTROL: _(
        "{player} proposes a different pace (proposal {proposal}): {control}."
    ),
}
_OUTCOMES = {
    c.Outcome.CARRIED: _("Proposal {proposal} is accepted."),
    c.Outcome.REJECTED: _("Proposal {proposal} didn’t get enough votes."),
    c.Outcome.LAPSED: _("Proposal {proposal} is no longer open."),
}
_AGREED_BACK = _(
    "Everyone agreed that {player} plays again: the game is back where it was after "
    "event {sequence}."
)
_TAKEN_BACK = _(
    "{player} took back the last move: the game is back where it was after event "
    "{sequence}."
)
_PASSKEYS = ngettext_noop(
    "{player} can sign moves with a passkey.",
    "{player} can sign moves with {count} passkeys.",
)
_NO_PASSKEYS = _("{player} no longer has a passkey.")

TEMPLATES: dict[type, Template] = {
    c.TimeControlSet: _("The pace of this table: {control}."),
    c.TimeSpent: _("{player} took {seconds} out of the bank."),
    c.TurnTimedOut: _("{player}’s time ran out, so we played for {player}."),
    c.AutopilotSeated: ngettext_noop(
        "{player} missed a turn; from now on autopilot plays.",
        "{player} missed {count} turns in a row; from now on autopilot plays.",
    ),
    c.PlayerReturned: _("{player} is back and plays again."),
    c.SubstituteSeated: _("{player} plays as a substitute."),
    c.AbsenceDeclared: _("{player} is away from {begins} to {ends}."),
    c.AbsenceEnded: _("{player} is no longer away."),
    StaffActed: _("The moderators acted, and said why."),
    GamePaused: _("The moderators paused the game, until {until} at the latest."),
    GameResumed: _("The game goes on."),
    GameFrozen: _("The moderators froze the game: no one can move, and no time runs."),
    GameUnfrozen: _("The moderators unfroze the game."),
    TimeGranted: _("The moderators gave {player} {seconds} more for this turn."),
    c.SeatEntrusted: _("From now on autopilot plays for {player}."),
    c.PlayerReplaced: _("{player} took over the seat."),
    c.OfferWithdrawn: _("An offer to play for someone is no longer open."),
    c.SeatClaimed: _("{player} stays for good; from now on their clock runs."),
    c.HoursSet: _("The clock of {player} runs by the time of day where they are."),
    c.OutageRecorded: _("The service was down from {begins} to {ends}; no clock ran."),
    c.GameCancelled: _("The host cancelled the game before it started."),
    GameAdjudicated: _(
        "The moderators ended the game; that is final from {final_from}."
    ),
    c.GameRestored: _(
        "Sorry, we had to go back to a back-up: what was played after this is lost. "
        "From here on the dice follow a new seed, sealed as {commitment}; the old one "
        "was {seed}."
    ),
    c.ReplyReceived: _("An email from {player} came in."),
    DecisionSigned: _("{player} signed the next move with a passkey."),
    GameRolledBack: _(
        "The moderators took the game back to where it was after event {sequence}."
    ),
}


def template_of(event: c.MatchEvent) -> Template:
    """Return what is said of an event around the board, with gaps."""
    match event:
        case c.ProposalMade(kind=kind):
            return _PROPOSALS[kind]
        case c.ProposalSettled(outcome=outcome):
            return _OUTCOMES[outcome]
        case c.VoteCast(agrees=agrees):
            if agrees:
                return _("{player} votes yes to proposal {proposal}.")
            return _("{player} votes no to proposal {proposal}.")
        case c.SubstituteOffered(by_staff=by_staff):
            if by_staff:
                return _("The moderators asked someone to play for {player}.")
            return _("Someone offered to play for {player}.")
        case PasskeysSet(keys=keys):
            return _PASSKEYS if keys else _NO_PASSKEYS
        case c.DecisionTakenBack(agreed=agreed):
            return _AGREED_BACK if agreed else _TAKEN_BACK
    return TEMPLATES[type(event)]


def duration_in_words(seconds: int) -> Phrase:
    """Say a length of time: 'one day and 12 hours'."""
    parts = tuple(_parts(seconds)) or (_part(0, *_UNITS[-1][1:]),)
    return Phrase("duration", "{parts}", {"parts": Many(parts)})


def _parts(seconds: int) -> Iterator[Phrase]:
    for length, unit, template in _UNITS:
        count, seconds = divmod(seconds, length)
        if count:
            yield _part(count, unit, template)


def _part(count: int, unit: str, template: Template) -> Phrase:
    return Phrase(f"duration.{unit}", template, {"count": count})


def time_control_in_words(control: TimeControl) -> Phrase:
    """Say all that a clock does: 'one day for each decision and 12 hours of grace'."""
    return Phrase("clock", "{terms}", {"terms": Many(_terms(control))})


def _terms(control: TimeControl) -> Iterator[Phrase]:
    if isinstance(control.time, Bank):
        yield _bank(control.time)
    else:
        time = {"time": duration_in_words(control.time.seconds)}
        yield Phrase("clock.per_move", "{time} for each turn", time)
    if control.grace:
        grace = {"time": duration_in_words(control.grace)}
        yield Phrase("clock.grace", "{time} of grace", grace)
    if control.window is not None:
        yield _window(control.window)
    if control.weekends:
        yield Phrase("clock.weekends", "free weekends")
    if control.vacation:
        yield Phrase(
            "clock.vacation",
            ngettext_noop("one vacation day a year", "{count} vacation days a year"),
            {"count": control.vacation},
        )
    yield _misses(control.misses)


def _bank(bank: Bank) -> Phrase:
    lengths = {
        "start": duration_in_words(bank.start),
        "increment": duration_in_words(bank.increment),
        "cap": duration_in_words(bank.cap),
    }
    words = _("a bank of {start}, {increment} more for each turn, at most {cap}")
    return Phrase("clock.bank", words, lengths)


def _window(window: Window) -> Phrase:
    times = {"opens": _time(window.opens), "closes": _time(window.closes)}
    return Phrase("clock.window", "running from {opens} to {closes}", times)


def _time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _misses(misses: int) -> Phrase:
    """How many decisions may be missed before autopilot keeps the seat."""
    return Phrase(
        "clock.misses",
        ngettext_noop(
            "autopilot after one missed turn",
            "autopilot after {count} missed turns in a row",
        ),
        {"count": misses},
    )
