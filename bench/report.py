"""The report: all measurements in one table, with what explains them."""

import platform
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from statistics import mean, median

from bench import engine, growth, servers, waits
from bench.table import Comparison, Row, rendered
from bench.timing import YARDSTICK, Case, Effort, Rates, interleaved, spread
from tests.notifications.chaos import faulty_server

ENGINE = {"E1", "E2", "E3", "E4"}
STORE = {"R2", "R3", "R4"}
SWEEP = {"D1", "D2"}
WAITS = {"W1", "W2"}
PACE = {"L1", "L2"}
#: Signs the site's log, which mails quote; it is nobody's.
KEY = urlsafe_b64encode(bytes(32)).decode()


def text(only: Sequence[str], effort: Effort) -> str:
    """Measure the goals named; return the table and its legend."""
    wanted = set(only)
    rows: list[Row] = []
    notes: list[str] = []
    if wanted & ENGINE:
        in_memory = [*engine.comparisons(), *growth.comparisons()]
        rows += side_by_side(in_memory, wanted, effort, notes)
        notes.append(about_actions())
    if wanted & WAITS:
        rows += [row for row in waits.rows(effort) if row.goal in wanted]
    if wanted - ENGINE - WAITS:
        with (
            faulty_server.running() as sink,
            servers.running(
                EMAIL_URL=f"smtp://127.0.0.1:{sink.port}", TRANSPARENCY_KEYS=KEY
            ) as started,
        ):
            rows += on_servers(started, sink, wanted, effort, notes)
    return "\n".join([rendered(rows), "", *legend(effort), *notes])


def on_servers(
    started: servers.Servers,
    sink: faulty_server.FaultyServer,
    wanted: set[str],
    effort: Effort,
    notes: list[str],
) -> list[Row]:
    """Measure what needs a database; mails go to ``sink``."""
    # They import models, which only a Django that is set up can do.
    from bench import accept, mails, outbox, overdue, pace, pages, stored

    rows: list[Row] = []
    if wanted & STORE:
        rows += side_by_side(stored.comparisons(started, effort), wanted, effort, notes)
    if "A1" in wanted:
        moves = accept.Moves(started, effort)
        rows += side_by_side(moves.comparisons(), wanted, effort, notes)
        rows += moves.slowest()
    if wanted & PACE:
        rows += [row for row in pace.Pace(started, effort).rows() if row.goal in wanted]
    if "A2" in wanted:
        rows.append(accept.statements(effort))
    for goal, make in (("M1", mails.TurnMails), ("P1", pages.TurnPages)):
        if goal in wanted:
            made = make()
            rows += side_by_side(made.comparisons(), wanted, effort, notes)
            rows.append(made.cost(effort))
    if wanted & SWEEP:
        due = overdue.comparisons(started, effort)
        rows += side_by_side(due, wanted, effort, notes)
    # Last: its workers go on working, and lock games that others would find free.
    if "M2" in wanted:
        drained = outbox.Outbox(started, sink, effort).comparisons()
        rows += side_by_side(drained, wanted, effort, notes)
    return rows


def side_by_side(
    comparisons: Sequence[Comparison],
    wanted: set[str],
    effort: Effort,
    notes: list[str],
) -> list[Row]:
    """Run what is wanted, interleaved; return its rows, and note how steady it was."""
    chosen = [each for each in comparisons if each.goal.id in wanted]
    rates = interleaved(cases(chosen), effort)
    notes.append(about_rounds(rates))
    return [comparison.row(rates) for comparison in chosen]


def cases(comparisons: Sequence[Comparison]) -> list[Case]:
    """Return the cases of all comparisons, ours and theirs next to each other."""
    return [case for each in comparisons for case in (each.ours, each.theirs)]


def legend(effort: Effort) -> list[str]:
    """Return what one must know to read the table."""
    return [
        f"Medians of {effort.rounds} interleaved rounds, on Python "
        f"{platform.python_version()}, {platform.machine()}. Only ratios of one run "
        "mean anything.",
    ]


def about_rounds(rates: Rates) -> str:
    """Return how fast this machine was, and how far each case's rounds were apart."""
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
