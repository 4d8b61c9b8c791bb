"""An answer brings what changed, and the script makes the whole table of it."""

from itertools import pairwise

from playwright.sync_api import Page, Route

from tests.e2e.table_pages import (
    changes_page,
    positions_of,
    put,
    reader_of,
    turn_page,
)

#: What lies on a table: each element with its attributes and words, nothing of htmx.
LYING = """() => {
  const told = element => {
    const attributes = [...element.attributes].map(({name, value}) =>
      [name, name === 'class' ? value.split(/\\s+/).sort().join(' ') : value]);
    const kept = attributes.filter(([name]) => !/^hx-swap-oob$|^style$/.test(name));
    const parts = [...element.childNodes].map(node =>
      node.nodeType === Node.ELEMENT_NODE ? told(node) : node.textContent.trim());
    return [element.localName, kept.sort(), parts.filter(part => part !== '')];
  };
  const lying = document.querySelectorAll('svg .place, .tile, .tribe-row');
  return [...lying].map(element => JSON.stringify(told(element)));
}"""

#: Press, and wait until the attributes of what came are settled, too.
PRESS = """() => new Promise(done => {
  document.addEventListener('htmx:afterSettle', () => requestAnimationFrame(done));
  htmx.ajax('POST', '/pressed', '#table');
})"""


def test_a_table_is_whole_after_each_press(table: Page) -> None:
    """As if it was opened anew: cards, buildings, people, numbers, links, titles."""
    asked = [s for s in positions_of(4, 3) if s.question and reader_of(s) == 0]
    for before, now in list(pairwise(asked))[::12]:
        put(table, turn_page(before, 0))
        press(table, changes_page(before, now, 0))
        after = table.evaluate(LYING)
        put(table, turn_page(now, 0, before=before))
        assert after == table.evaluate(LYING), now.version


def press(page: Page, answer: str) -> None:
    """Let a press be answered so."""
    how = {"HX-Retarget": "#asked", "HX-Reswap": "innerHTML"}

    def fulfil(route: Route) -> None:
        route.fulfill(body=answer, content_type="text/html", headers=how)

    page.route("**/pressed", fulfil)
    page.evaluate(PRESS)
    page.unroute("**/pressed")
