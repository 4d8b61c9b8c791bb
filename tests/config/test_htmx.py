"""Pages need htmx 2; a later version has other attributes and events."""

import re
from pathlib import Path

from django.contrib.staticfiles import finders

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
SCRIPT = re.compile(r"django_htmx/[\w.-]+\.js")


def test_every_page_loads_htmx_2() -> None:
    used = {
        name
        for template in TEMPLATES.rglob("*.html")
        for name in SCRIPT.findall(template.read_text())
    }
    assert used == {"django_htmx/htmx-2.min.js"}
    found = finders.find("django_htmx/htmx-2.min.js")
    assert isinstance(found, str)
    assert re.search(r'version:"2\.\d+\.\d+"', Path(found).read_text())
