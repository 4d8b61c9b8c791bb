"""What the staff need for each kind of case: acts, reasons, and a short name."""

from typing import NamedTuple

from games.models.moderation import Case, ReportKind

#: As titles of cases, for the staff.
SHORT_NAMES = {
    ReportKind.STALLING: "Stalling",
    ReportKind.ABUSE: "Abuse",
    ReportKind.COLLUSION: "Collusion",
    ReportKind.ACCOUNTS: "Several accounts",
    ReportKind.LOST_LINK: "Lost link",
    ReportKind.ADDRESS: "Wrong address",
    ReportKind.TOURNAMENT: "League",
    ReportKind.BUG: "Bug",
    ReportKind.OTHER: "Other",
}
#: The keys of the acts that are offered first. All others are one press further.
FITTING_ACTS = {
    ReportKind.STALLING: {"word", "warn", "no_games", "entrust", "grant"},
    ReportKind.ABUSE: {"word", "warn", "hide", "mute", "ban"},
    ReportKind.COLLUSION: {"word", "warn", "no_games", "ban", "end"},
    ReportKind.ACCOUNTS: {"word", "warn", "no_games", "ban", "end"},
    ReportKind.LOST_LINK: {"links", "resend", "give_back", "word"},
    ReportKind.ADDRESS: {"address", "links", "word"},
    ReportKind.TOURNAMENT: {
        *("word", "grant", "pause", "clock"),
        *("lg_exclude", "lg_admit", "lg_result"),
    },
    ReportKind.BUG: {"note", "freeze", "unfreeze", "roll_back", "grant", "pause"},
    ReportKind.OTHER: {"word", "warn", "note"},
}
#: The act that usually ends a kind of case, if not everybody on the staff has the right
#: to it.
RESERVED_ACTS = {ReportKind.ADDRESS: "address"}
#: The keys of the ready reasons that are offered first.
FITTING_REASONS = {
    ReportKind.STALLING: ("stalling", "warned", "clock_kept", "nothing"),
    ReportKind.ABUSE: ("insult", "flood", "name", "warned", "acted", "nothing"),
    ReportKind.COLLUSION: ("collusion", "warned", "acted", "nothing"),
    ReportKind.ACCOUNTS: ("accounts", "warned", "acted", "nothing"),
    ReportKind.LOST_LINK: ("link_sent", "link_lost", "helped"),
    ReportKind.ADDRESS: ("address_self", "address_passed", "address_set", "helped"),
    ReportKind.TOURNAMENT: ("host_told", "helped"),
    ReportKind.BUG: ("fault", "no_fault", "dice", "helped"),
    ReportKind.OTHER: ("acted", "warned", "nothing", "helped"),
}


#: The same for appeals. Their acts are those on the case: grant, dismiss and ask.
REASONS_FOR_APPEALS = ("granted", "upheld")


def fitting_acts(case: Case) -> set[str]:
    """Return the keys of the acts on people and games that are offered first."""
    if case.act_id is not None:
        return set()
    kind = ReportKind(case.kind)
    if case.is_request and not kind.asks_for_help:
        return {"word"}
    return FITTING_ACTS[kind]


def fitting_reasons(case: Case) -> tuple[str, ...]:
    if case.act_id is not None:
        return REASONS_FOR_APPEALS
    return FITTING_REASONS[ReportKind(case.kind)]


class ActAndClose(NamedTuple):
    """
    An act after which a case is usually closed, both in one step. ``reason`` and
    ``outcome`` are ready reasons: for the act, and for those who reported.
    """

    act: str
    reason: str
    outcome: str


ACT_AND_CLOSE = {
    ReportKind.STALLING: ActAndClose("warn", "stalling", "warned"),
    ReportKind.ABUSE: ActAndClose("warn", "insult", "warned"),
    ReportKind.COLLUSION: ActAndClose("warn", "collusion", "warned"),
    ReportKind.ACCOUNTS: ActAndClose("warn", "accounts", "warned"),
    ReportKind.LOST_LINK: ActAndClose("links", "link_lost", "link_sent"),
}


def usual_outcome(case: Case) -> str:
    """Return the key of the outcome of a case that any act closes as well."""
    if ReportKind(case.kind) is ReportKind.BUG:
        return "fault"
    return "helped" if case.is_request else "acted"


#: The permission that somebody needs to lift an act against which one can appeal, and
#: so to grant the appeal. By the key of the act.
RIGHT_TO_LIFT = {
    **dict.fromkeys(("warn", "mute", "no_games"), "warn_user"),
    **dict.fromkeys(("roll_back", "end", "play"), "roll_back_game"),
    "ban": "ban_user",
    "hide": "note_game",
    "lg_exclude": "replace_player",
}
