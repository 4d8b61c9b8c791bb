"""The statements of the documents that a test can check are true."""

import doctest
import pkgutil
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from stoneage_core.events.catalogue import EVENT_TYPES
from stoneage_core.match.acts import ACTS
from stoneage_core.match.families import FACTS
from tests.golden.releases.make import stored_releases

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
#: A file, folder or module of ours, in backticks; what it is called with may follow.
NAME = re.compile(
    r"`((?:\.ci|bench|config|docs|games|locale|notifications|requirements|stoneage_core"
    r"|templates|tests)[./][\w./-]*)(?: [^`]*)?`"
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False)

    assert failures == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_existing_files(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text())
    missing = [link for link in links if not (page.parent / link).exists()]

    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_sections_lead_to_a_heading(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", page.read_text())
    missing = [
        f"{name}#{anchor}"
        for name, anchor in links
        if anchor not in anchors_of(page.parent / name if name else page)
    ]

    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_files_and_modules_exist(page: Path) -> None:
    missing = [name for name in NAME.findall(page.read_text()) if not exists(name)]

    assert missing == []


def test_functions_named_beside_indexes_exist() -> None:
    """``deadlines.VOTES: ...`` above an index says which query needs it."""
    missing = [
        f"{path.name}: {name}"
        for app in ("games", "notifications")
        for path in sorted((ROOT / app / "models").glob("*.py"))
        for name in re.findall(r"^ +# (\w+(?:\.\w+)+)", path.read_text(), re.M)
        if not (can_be_imported(f"{app}.{name}") or can_be_imported(name))
    ]

    assert missing == []


def test_decision_records_have_date_status_and_all_sections() -> None:
    told = re.compile(
        r"# (\d+)\. .*\n\nDate: \d{4}-\d\d-\d\d.* · Status: \w+.*\n\n## Context\n"
        r"(?s:.+)\n## Options\n(?s:.+)\n## Decision\n(?s:.+)\n## Consequences\n"
    )
    pages = sorted((ROOT / "docs/adr").glob("[0-9]*.md"))
    found = {page.name: told.match(page.read_text()) for page in pages}

    assert [name for name, match in found.items() if match is None] == []
    assert all(int(name[:4]) == int(match[1]) for name, match in found.items() if match)


def test_tests_named_in_ci_dates_exist() -> None:
    script = (ROOT / ".ci/dates").read_text()
    [tests] = re.findall(r"^tests=\(\n.*?^\)", script, re.M | re.S)
    paths = subprocess.run(
        ["bash", "-c", f'{tests}; printf "%s\\n" "${{tests[@]}}"'],
        capture_output=True,
        check=True,
        text=True,
    ).stdout.split()

    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def anchors_of(page: Path) -> set[str]:
    """Return the anchors that GitHub makes from a page's headings."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def exists(name: str) -> bool:
    """Is it a path of the repository, or a module by its dotted name?"""
    module = name.replace(".", "/")
    return any((ROOT / path).exists() for path in (name, module, f"{module}.py"))


def can_be_imported(name: str) -> bool:
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def test_event_catalogue_lists_every_event_and_its_fields() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (.*?) \|", (ROOT / "docs/event-catalogue.md").read_text(), re.M
    )
    told = {name: re.findall(r"`(\w+)`", fields) for name, fields in rows}

    assert told == {
        name: list(kind.__struct_fields__) for name, kind in EVENT_TYPES.items()
    }


def test_log_format_names_every_act_of_the_staff() -> None:
    told = set(re.findall(r"`(\w+)`", (ROOT / "docs/log-format.md").read_text()))

    assert set(ACTS) <= told


def test_log_format_names_every_fact() -> None:
    page = (ROOT / "docs/log-format.md").read_text()
    listed = page.partition("These events are facts: ")[2].partition("\n\n")[0]

    assert set(re.findall(r"`(\w+)`", listed)) == {fact.__name__ for fact in FACTS}


def test_release_is_in_the_changelog_and_the_policy() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text()
    policy = (ROOT / "docs/upgrade-policy.md").read_text()
    releases = [folder.name for folder in stored_releases()]

    assert [each for each in releases if f"## [{each}] - " not in changelog] == []
    assert [each for each in releases if f"| {each} | " not in policy] == []
    assert project["version"] in (releases[-1:] or ["0.1.0"])


@pytest.mark.django_db
def test_code_from_command_to_email_runs() -> None:
    page = (ROOT / "docs/from-command-to-email.md").read_text()
    [code] = re.findall(r"```python\n(.*?)```", page, re.S)

    exec(compile(code, "from-command-to-email.md", "exec"), {})
