"""One clock, the database's, read at the doors and handed in to all that is behind."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("stoneage_core", "games", "notifications", "config")
SOURCES = [
    path
    for package in PRODUCT
    for path in sorted((ROOT / package).rglob("*.py"))
    if "migrations" not in path.parts
]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))

#: What is asked from outside: pages, tasks, commands, migrations, and whatever brings
#: mails and news.
DOORS = (
    "config/monitoring/*.py",
    "config/web/security_txt.py",
    "games/accounts/adapters.py",
    "games/accounts/sign_in.py",
    "games/admin.py",
    "games/api/caller.py",
    "games/history/sample.py",
    "games/moderation/read_only_admin.py",
    "games/ratings/rating.py",
    "games/tasks.py",
    "games/thinking.py",
    "games/*/views/*.py",
    "games/web/decorators.py",
    "games/web/seat_access.py",
    "*/management/commands/*.py",
    "notifications/delivery_status/provider_events.py",
    "notifications/admin.py",
    "notifications/desk_mails.py",
    "notifications/inbox/smtp.py",
    "notifications/inbox/provider_hooks.py",
    "notifications/mailbox/backend.py",
    "notifications/replies/views.py",
    "notifications/tasks.py",
    "notifications/mailbox/views.py",
    "notifications/mails/calendar_views.py",
    "notifications/preferences/views.py",
)
#: Who reads a clock in another way, and why.
EXCEPTIONS = {
    "games/accounts/adapters.py": "allauth notes in sessions when somebody signed in",
    "tests/games/moderation/test_second_factor.py": "an app knows the machine's time",
    "tests/support/pages.py": "a session is made like allauth's",
    "config/backups/manifest.py": "an operator reads when a copy was made",
    "config/celery_settings.py": "from where it counts monotonic seconds: no date",
    "games/now.py": "it asks the database for everybody",
    "games/models/users.py": "who is made on the command line, or in the admin",
    "tests/attacks/__main__.py": "the day on which its table was written",
    "tests/faults/__main__.py": "the day on which its table was written",
    "tests/faults/clock.py": "it sets the clock of a database",
    "tests/harness/wall_clock.py": "it tells what other processes see as the time",
    "tests/deploy/point_in_time.py": "it asks the database that is to go back",
    "tests/harness/site.py": "it asks the database of a site that runs by itself",
    "tests/games/test_database_now.py": "it compares the two clocks",
}

#: What tells the time of the machine or writes it down, each by the last two names.
_MACHINE = {
    *("datetime.now", "datetime.utcnow", "datetime.today", "date.today"),
    *("timezone.now", "timezone.localtime", "timezone.localdate"),
    *("time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.ctime"),
    *("utils.formatdate", "utils.localtime", "uuid.uuid1"),
    *("signing.dumps", "signing.loads", "signing.TimestampSigner"),
    *("functions.Now", "functions.TransactionNow"),
}
#: Of these it is so only where no moment is handed in.
_CONVERTERS = {"timezone.localtime", "timezone.localdate"}
_SQL = re.compile(
    r"\b(?:clock_timestamp|statement_timestamp|transaction_timestamp|getdate)\s*\(|"
    r"\bnow\(\)|'now'|\bCURRENT_(?:TIMESTAMP|DATE|TIME)\b"
)
_IN_TEMPLATES = re.compile(r"{%-?\s*now\b|\|\s*(?:timesince|timeuntil|natural\w+)")


def readings(source: str) -> Iterator[str]:
    """Name each place of a module where it reads, or has read, a clock of its own."""
    nodes = list(ast.walk(ast.parse(source)))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    handed_in = {id(call.func) for call in calls if call.args}
    for node in nodes:
        match node:
            case ast.Attribute(ast.Name(home) | ast.Attribute(attr=home), attr):
                name = f"{home}.{attr}"
                if name not in _CONVERTERS or id(node) not in handed_in:
                    yield from _MACHINE & {name}
            case ast.ImportFrom(module=str(module), names=aliases):
                home = module.rpartition(".")[2]
                yield from _MACHINE & {f"{home}.{alias.name}" for alias in aliases}
            case ast.keyword(arg="auto_now" | "auto_now_add" as name):
                yield name
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield from _SQL.findall(text)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_nobody_reads_a_clock_of_their_own() -> None:
    found = {
        name_of(path): found
        for path in [*SOURCES, *TESTS]
        if path != Path(__file__) and (found := list(readings(path.read_text())))
    }
    assert found.keys() == EXCEPTIONS.keys(), found


def test_the_databases_clock_is_read_at_the_doors() -> None:
    readers = {
        name_of(path) for path in SOURCES if "database_now" in path.read_text()
    } - {"games/now.py"}
    behind = {
        name for name in readers if not any(fnmatch(name, door) for door in DOORS)
    }
    assert not behind, "hand `now` in instead"
    unused = [d for d in DOORS if not any(fnmatch(name, d) for name in readers)]
    assert not unused


def test_no_template_reads_a_clock() -> None:
    readers = [p for p in TEMPLATES if _IN_TEMPLATES.search(p.read_text())]
    assert readers == []


@pytest.mark.parametrize(
    "source",
    [
        "datetime.datetime.now(UTC)",
        "from time import time",
        "row.at = functions.Now()",
        "from django.db.models.functions import Lower, Now",
        "DateTimeField(auto_now_add=True)",
        "signing.loads(token, max_age=60)",
        "timezone.localdate()",
        "cursor.execute('SELECT now()')",
        "default=timezone.now",
    ],
)
def test_a_clock_is_noticed(source: str) -> None:
    assert list(readings(source))


@pytest.mark.parametrize(
    "source",
    [
        "timezone.localtime(now)",
        "time.monotonic() - began",
        "from django.utils import timezone",
        '"""Not now() but ``now``."""',
    ],
)
def test_what_reads_none_is_left_alone(source: str) -> None:
    assert not list(readings(source))
