"""Self-test of the page audit: it finds the faults that are planted."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.chromium import PHONE_PLAIN, visiting

GOOD = """<!doctype html><html lang="en"><title>Good</title>
<meta name="viewport" content="width=device-width">
<header>Name</header><nav aria-label="Ways"></nav><main><h1>Good</h1>%s</main>
<footer>End</footer>"""
BAD = {
    "an image without words": '<svg role="img" width="50" height="50"></svg>',
    "a button without a name": '<button style="width:50px;height:50px"></button>',
    "a field without a label": '<input style="width:200px;height:50px">',
    "a radio without a label": '<input type="radio" style="width:50px;height:50px">',
    "a small button": '<button style="width:40px;height:50px">x</button>',
    "a small link": '<a href="/" style="display:block;height:20px">x</a>',
    "something too wide": '<div style="width:500px">x</div>',
    "something too wide that is folded": (
        '<details><summary style="height:50px">x</summary>'
        '<div style="width:500px">x</div></details>'
    ),
    "a second first heading": "<h1>x</h1>",
    "a second main part": "<main>x</main>",
}


def test_a_good_page_passes(chromium: Browser, pictures: Path | None) -> None:
    with visiting(chromium, PHONE_PLAIN, pictures) as visitor:
        visitor.page.set_content(GOOD % "<p>A <a href='/'>link</a> in a sentence.</p>")
        visitor.look("good")


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_noticed(
    chromium: Browser, pictures: Path | None, what: str
) -> None:
    with visiting(chromium, PHONE_PLAIN, pictures) as visitor:
        visitor.page.set_content(GOOD % BAD[what])
        with pytest.raises(AssertionError):
            visitor.look("bad")


def test_a_page_that_has_come_in_part_is_not_taken_for_the_next_one(
    chromium: Browser, pictures: Path | None
) -> None:
    with visiting(chromium, PHONE_PLAIN, pictures) as visitor:
        visitor.page.set_content(GOOD % "")
        assert visitor.mark() == "Good"
        visitor.page.evaluate("document.open(); document.write('<h1>Half</h1>')")
        assert visitor.mark() == ""
        visitor.page.evaluate("document.close()")
        assert visitor.mark() == "Half"
        visitor.page.set_content(GOOD % "<p class='htmx-settling'>New</p>")
        assert visitor.mark() == ""
