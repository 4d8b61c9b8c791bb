"""What the staff need for each kind of case: acts, reasons, and a short name."""

from games.models.moderation import ReportKind

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
    ReportKind.TOURNAMENT: {"word", "grant", "pause", "clock"},
    ReportKind.BUG: {"note", "freeze", "unfreeze", "roll_back", "grant", "pause"},
    ReportKind.OTHER: {"word", "warn", "note"},
}
#: The keys of the ready reasons that are offered first.
FITTING_REASONS = {
    ReportKind.STALLING: ("stalling", "warned", "clock_kept", "nothing"),
    ReportKind.ABUSE: ("insult", "flood", "name", "warned", "acted", "nothing"),
    ReportKind.COLLUSION: ("collusion", "warned", "acted", "nothing"),
    ReportKind.ACCOUNTS: ("accounts", "warned", "acted", "nothing"),
    ReportKind.LOST_LINK: ("link_sent", "helped"),
    ReportKind.ADDRESS: ("address_set", "helped"),
    ReportKind.TOURNAMENT: ("host_told", "helped"),
    ReportKind.BUG: ("fault", "no_fault", "dice", "helped"),
    ReportKind.OTHER: ("acted", "warned", "nothing", "helped"),
}
