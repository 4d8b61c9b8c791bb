"""The documentation as a site: built strictly, and without other servers."""

import re
import runpy
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.e2e.pictures import DOCUMENTS

ROOT = Path(__file__).resolve().parents[1]
CONFIGURATION = runpy.run_path(str(ROOT / "docs/site/conf.py"))
SECTIONS: dict[str, list[str]] = CONFIGURATION["SECTIONS"]
#: One start page for each person who reads the documentation.
START_PAGES = SECTIONS[CONFIGURATION["root_doc"]]
PICTURE = re.compile(r"!\[(?P<words>[^\]]*)\]\((?P<file>[^)]+)\)")

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [ROOT / ".ci/site", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, LexborHTMLParser]:
    return {path: LexborHTMLParser(path.read_text()) for path in site.rglob("*.html")}


def test_every_document_is_a_page(site: Path) -> None:
    listed = ["git", "ls-files", "--", "*.md"]
    documents = subprocess.check_output(listed, cwd=ROOT, text=True).split()
    shown = [name for name in documents if name.startswith(("docs/", "bench/"))]
    shown += [name for name in documents if "/" not in name]

    assert [n for n in shown if not (site / n).with_suffix(".html").exists()] == []


def test_every_page_says_the_projects_name_and_leads_to_every_start_page(
    site: Path, pages: dict[Path, LexborHTMLParser]
) -> None:
    for path, page in pages.items():
        title = page.css_first("title")
        assert title is not None
        assert CONFIGURATION["project"] in title.text(), path
        if path == site / "index.html":
            continue
        links = {
            (path.parent / unquote(link.attributes["href"] or "")).resolve()
            for link in page.css(".sidebar-tree a[href]")
        }
        starts = {(site / f"{each}.html").resolve() for each in START_PAGES}
        here = {path} & starts  # it links to itself as "#"
        assert starts - here <= links, path


def test_local_links_lead_to_a_file_and_a_place_in_it(
    pages: dict[Path, LexborHTMLParser],
) -> None:
    missing = []
    for path, page in pages.items():
        for link in page.css("a[href]"):
            address = urlsplit(link.attributes["href"] or "")
            if address.scheme:
                continue
            target = (path.parent / unquote(address.path)).resolve()
            target = target if address.path else path
            place = unquote(address.fragment)
            if not target.exists() or (
                place and target in pages and not has_place(pages[target], place)
            ):
                missing.append(f"{path}: {link.attributes['href']}")

    assert missing == []


def has_place(page: LexborHTMLParser, place: str) -> bool:
    return page.css_first(f'[id="{place}"]') is not None


def test_pages_load_nothing_from_other_servers(
    site: Path, pages: dict[Path, LexborHTMLParser]
) -> None:
    loaded = [
        element.attributes.get(name) or ""
        for page in pages.values()
        for selector, name in (
            ("[src]", "src"),
            ("link[href]", "href"),
            ("[srcset]", "srcset"),
        )
        for element in page.css(selector)
    ]
    for sheet in site.rglob("*.css"):
        loaded += re.findall(r"(?:url\(|@import )[\"']?([^\"');]+)", sheet.read_text())

    assert loaded
    assert [n for n in loaded if re.match(r"(?:https?:)?//", n)] == []


def test_search_finds_a_word_without_a_server(site: Path) -> None:
    assert "autopilot" in (site / "searchindex.js").read_text()


@pytest.mark.parametrize("name", START_PAGES)
def test_start_page_has_pictures_with_words_and_an_order_of_reading(name: str) -> None:
    text = (ROOT / f"{name}.md").read_text()
    pictures = list(PICTURE.finditer(text))

    assert pictures
    assert all(each["words"] for each in pictures)
    assert "\n## What to read\n" in text
    assert re.search(r"^1\. ", text, re.MULTILINE)


@pytest.mark.parametrize("name", START_PAGES)
def test_start_page_leads_to_every_page_of_its_section(name: str) -> None:
    page = ROOT / f"{name}.md"
    linked = {
        (page.parent / link).resolve()
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text())
    }
    section = {(ROOT / f"{each}.md").resolve() for each in SECTIONS[name]}

    assert section - linked == set()


def test_every_picture_is_drawn_by_the_command_and_shown() -> None:
    stored = {path.stem for path in (ROOT / "docs/images").iterdir()}
    shown = {
        Path(found["file"]).stem
        for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
        for found in PICTURE.finditer(page.read_text())
    }

    assert stored == set(DOCUMENTS) == shown
