"""What is said of clocks, absences, proposals and takebacks."""

from collections.abc import Iterator

from stoneage_core import conduct as c
from stoneage_core.clock import DAY, HOUR, MINUTE, Bank, Clock, Window
from stoneage_core.phrases import Many, Phrase

_UNITS = (
    (DAY, "day", "one day", "{count} days"),
    (HOUR, "hour", "one hour", "{count} hours"),
    (MINUTE, "minute", "one minute", "{count} minutes"),
    (1, "second", "one second", "{count} seconds"),
)
_MOTIONS = {
    c.MotionKind.TAKE_BACK: (
        "{player} asks all to go back to event {sequence} (proposal {motion})."
    ),
    c.MotionKind.SUBSTITUTE: (
        "{player} proposes a substitute for {seat} (proposal {motion})."
    ),
    c.MotionKind.END: (
        "{player} proposes to end the game as it stands (proposal {motion})."
    ),
    c.MotionKind.CLOCK: (
        "{player} proposes another clock (proposal {motion}): {clock}."
    ),
}
_OUTCOMES = {
    c.Outcome.CARRIED: "Proposal {motion} is carried.",
    c.Outcome.REJECTED: "Proposal {motion} is rejected.",
    c.Outcome.LAPSED: "Proposal {motion} has lapsed.",
}
_AGREED_BACK = (
    "All agreed that {player} decides again: the game is where it was after event "
    "{sequence}."
)
_TAKEN_BACK = (
    "{player} took back the last decision: the game is again where it was after "
    "event {sequence}."
)

#: As in ``sentences``: a pair is for one, and for several.
TEMPLATES: dict[type, str | tuple[str, str]] = {
    c.ClockSet: "The clock of this table: {clock}.",
    c.TimeSpent: "{player} took {seconds} out of the bank.",
    c.TurnTimedOut: "{player}’s time ran out; the decision was made for them.",
    c.StewardSeated: (
        "{player} missed a decision; from now on the steward plays the seat.",
        "{player} missed {count} decisions in a row; from now on the steward plays "
        "the seat.",
    ),
    c.PlayerReturned: "{player} is back and plays the seat again.",
    c.SubstituteSeated: "{player} sat down as a substitute.",
    c.AbsenceDeclared: "{player} is away from {begins} to {ends}.",
    c.AbsenceEnded: "{player} is not away any more.",
    c.GamePaused: "The staff paused the game, until {until} at the latest.",
    c.GameResumed: "The game goes on.",
    c.GameHeld: (
        "The staff put the game in quarantine: nobody decides, and no time runs."
    ),
    c.GameReleased: "The staff released the game from quarantine.",
    c.TimeGranted: "The staff gave {player} {seconds} more for this decision.",
    c.SeatEntrusted: "From now on the steward plays the seat of {player}.",
    c.PlayerReplaced: "{player} took over the seat.",
    c.GameRolledBack: (
        "The staff took the game back to where it was after event {sequence}."
    ),
}


def template_of(event: c.Conduct) -> str | tuple[str, str]:
    """Return what is said of an event of conduct, with gaps."""
    match event:
        case c.MotionMade(kind=kind):
            return _MOTIONS[kind]
        case c.MotionSettled(outcome=outcome):
            return _OUTCOMES[outcome]
        case c.VoteCast(agrees=agrees):
            if agrees:
                return "{player} says yes to proposal {motion}."
            return "{player} says no to proposal {motion}."
        case c.DecisionTakenBack(agreed=agreed):
            return _AGREED_BACK if agreed else _TAKEN_BACK
    return TEMPLATES[type(event)]


def duration_in_words(seconds: int) -> Phrase:
    """Say a length of time: 'one day and 12 hours'."""
    parts = tuple(_parts(seconds)) or (_part(0, *_UNITS[-1][1:]),)
    return Phrase("duration", "{parts}", {"parts": Many(parts)})


def _parts(seconds: int) -> Iterator[Phrase]:
    for length, *words in _UNITS:
        count, seconds = divmod(seconds, length)
        if count:
            yield _part(count, *words)


def _part(count: int, unit: str, one: str, several: str) -> Phrase:
    return Phrase(f"duration.{unit}", one, {"count": count}, many=several)


def clock_in_words(clock: Clock) -> Phrase:
    """Say all that a clock does: 'one day for each decision and 12 hours of grace'."""
    return Phrase("clock", "{terms}", {"terms": Many(_terms(clock))})


def _terms(clock: Clock) -> Iterator[Phrase]:
    if isinstance(clock.time, Bank):
        yield _bank(clock.time)
    else:
        time = {"time": duration_in_words(clock.time.seconds)}
        yield Phrase("clock.per_move", "{time} for each decision", time)
    if clock.grace:
        grace = {"time": duration_in_words(clock.grace)}
        yield Phrase("clock.grace", "{time} of grace", grace)
    if clock.window is not None:
        yield _window(clock.window)
    if clock.weekends:
        yield Phrase("clock.weekends", "free weekends")
    if clock.vacation:
        yield Phrase(
            "clock.vacation",
            "one day of vacation a year",
            {"count": clock.vacation},
            many="{count} days of vacation a year",
        )
    yield _misses(clock.misses)


def _bank(bank: Bank) -> Phrase:
    lengths = {
        "start": duration_in_words(bank.start),
        "increment": duration_in_words(bank.increment),
        "cap": duration_in_words(bank.cap),
    }
    words = "a bank of {start}, {increment} more for each decision, at most {cap}"
    return Phrase("clock.bank", words, lengths)


def _window(window: Window) -> Phrase:
    times = {"opens": _time(window.opens), "closes": _time(window.closes)}
    return Phrase("clock.window", "running from {opens} to {closes}", times)


def _time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _misses(misses: int) -> Phrase:
    """How many decisions may be missed before the steward keeps the seat."""
    if not misses:
        return Phrase("clock.no_misses", "the steward for who misses a decision")
    return Phrase(
        "clock.misses",
        "the steward after one missed decision",
        {"count": misses},
        many="the steward after {count} missed decisions in a row",
    )
