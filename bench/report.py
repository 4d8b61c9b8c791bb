"""The report: all measurements in one table, with notes."""

import platform
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from statistics import mean, median

from bench import engine, growth, waits
from bench.table import Comparison, TableRow, rendered
from bench.timing import YARDSTICK, Rates, Scale, TimedCase, interleaved, spread
from tests.harness.mail_server import MailServer, open_mail_server
from tests.harness.servers import Servers, production_servers

ENGINE = {"E1", "E2", "E3", "E4"}
STORE = {"R2", "R3", "R4"}
SWEEP = {"D1", "D2"}
WAITS = {"W1", "W2", "W3"}
PACE = {"L1", "L2"}
#: Signs the site's log, which mails quote; a dummy key.
KEY = urlsafe_b64encode(bytes(32)).decode()


def text(only: Sequence[str], scale: Scale) -> str:
    """Measure the chosen goals; return the table and its notes."""
    wanted = set(only)
    rows: list[TableRow] = []
    notes: list[str] = []
    if wanted & ENGINE:
        in_memory = [*engine.comparisons(), *growth.comparisons()]
        rows += side_by_side(in_memory, wanted, scale, notes)
        notes.append(about_actions())
    if wanted & WAITS:
        rows += [row for row in waits.rows(scale) if row.goal in wanted]
    if wanted - ENGINE - WAITS:
        with (
            open_mail_server() as sink,
            production_servers(
                EMAIL_URL=f"smtp://127.0.0.1:{sink.port}", TRANSPARENCY_KEYS=KEY
            ) as started,
        ):
            rows += on_servers(started, sink, wanted, scale, notes)
    return "\n".join([rendered(rows), "", *legend(scale), *notes])


def on_servers(
    started: Servers,
    sink: MailServer,
    wanted: set[str],
    scale: Scale,
    notes: list[str],
) -> list[TableRow]:
    """Measure the goals that need a database; mails go to ``sink``."""
    # These import models, which needs Django to be set up.
    from bench import accept, mails, outbox, overdue, pace, pages, peer_moves, stored

    rows: list[TableRow] = []
    if wanted & STORE:
        rows += side_by_side(stored.comparisons(started, scale), wanted, scale, notes)
    if "A1" in wanted:
        moves = accept.AcceptedMoves(started, scale)
        rows += side_by_side(moves.comparisons(), wanted, scale, notes)
        rows += moves.slowest()
    if "A4" in wanted:
        beside_peer = peer_moves.comparisons(started, scale)
        rows += side_by_side(beside_peer, wanted, scale, notes)
    if wanted & PACE:
        rows += [
            row for row in pace.PacedLoad(started, scale).rows() if row.goal in wanted
        ]
    if "M1" in wanted:
        rows.append(mails.cost(scale))
    if "P1" in wanted:
        rows.append(pages.TurnPages().cost(scale))
    if wanted & SWEEP:
        due = overdue.comparisons(started, scale)
        rows += side_by_side(due, wanted, scale, notes)
    # Last, because its workers keep running and lock games.
    if "M2" in wanted:
        drained = outbox.Outbox(started, sink, scale).comparisons()
        rows += side_by_side(drained, wanted, scale, notes)
    return rows


def side_by_side(
    comparisons: Sequence[Comparison],
    wanted: set[str],
    scale: Scale,
    notes: list[str],
) -> list[TableRow]:
    """Run the chosen comparisons interleaved; return rows, and note the spread."""
    chosen = [each for each in comparisons if each.goal.id in wanted]
    rates = interleaved(cases(chosen), scale)
    notes.append(about_rounds(rates))
    return [comparison.row(rates) for comparison in chosen]


def cases(comparisons: Sequence[Comparison]) -> list[TimedCase]:
    """Return the cases of all comparisons, ours and theirs alternating."""
    return [case for each in comparisons for case in (each.ours, each.theirs)]


def legend(scale: Scale) -> list[str]:
    """Return the notes below the table."""
    return [
        f"Medians of {scale.rounds} interleaved rounds, on Python "
        f"{platform.python_version()}, {platform.machine()}. Only ratios of one run "
        "mean anything.",
    ]


def about_rounds(rates: Rates) -> str:
    """Return how fast this machine was, and the spread of each case's rounds."""
    turns = median(rates[YARDSTICK.name]) / 1e6
    apart = ", ".join(f"{name} {spread(values)}" for name, values in rates.items())
    return f"Yardstick {turns:.1f} M turns/s. Rounds apart by: {apart}."


def about_actions() -> str:
    """Return what an action is, and how many a random game of four has."""
    games = engine.random_seeds()
    actions, decisions, events = (
        mean(getattr(game, name) for game in games)
        for name in ("actions", "decisions", "events")
    )
    return (
        "E3: an action is one command carried out: people placed, a place used, tools "
        "added or not, a card or building bought or left, a die picked, resources "
        "taken, a tribe fed with resources or left hungry; those that were forced are "
        "carried out too, and counted. A random game of four has on average "
        f"{actions:.0f} actions, {decisions:.0f} of them decided by players, and "
        f"{events:.0f} events."
    )
