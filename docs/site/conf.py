"""How Sphinx makes the documentation a site: ``.ci/site FOLDER``.

The pages are the repository's Markdown files, where they are. They have no directives,
so that they read as well where the repository is hosted. What only the site needs is
here: the section of each page, and the order of reading.
"""

from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
FILES = ROOT / "games/static/games"

#: The start page of each section, and its pages in the order of the navigation.
SECTIONS = {
    "README": [
        "docs/play",
        "docs/host",
        "docs/moderate",
        "docs/audit",
        "docs/operate",
        "docs/develop",
    ],
    "docs/play": [
        "docs/replying",
        "docs/orders",
        "docs/mail",
        "docs/how-many-emails",
        "docs/accounts",
        "docs/ratings",
        "docs/rulings",
    ],
    "docs/host": ["docs/clocks", "docs/opponents", "docs/leagues", "docs/sharing"],
    "docs/moderate": ["docs/moderating"],
    "docs/audit": [
        "docs/disputes",
        "docs/log-format",
        "docs/event-catalogue",
        "docs/transparency",
    ],
    "docs/operate": [
        "docs/installing",
        "docs/operating",
        "docs/upgrade-policy",
        "docs/settings",
        "docs/mail-setup",
        "docs/scaling",
        "docs/faults",
        "SECURITY",
    ],
    "docs/develop": [
        "docs/architecture",
        "docs/from-command-to-email",
        "docs/live-pages",
        "docs/api",
        "CONTRIBUTING",
        "docs/glossary",
        "docs/adr/README",
        "bench/RESULTS",
        "CHANGELOG",
    ],
    "docs/adr/README": ["docs/adr/[0-9]*"],
}

project = "Stone Age by Mail"
html_title = project
language = "en"

extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "bench/*.md"]
# Sphinx would look into every folder, `.venv` included.
exclude_patterns = [
    path.name
    for path in ROOT.iterdir()
    if path.is_dir() and path.name not in {"docs", "bench"}
]
#: Anchors of headings are made as on GitHub, so that a link is right in both places.
myst_heading_anchors = 4
nitpicky = True

html_theme = "furo"
html_favicon = str(FILES / "favicon.svg")
html_logo = str(FILES / "icon.svg")
html_static_path = ["site.css", str(FILES / "fonts")]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#8a4b12",
        "color-brand-content": "#14587c",
        "color-brand-visited": "#14587c",
    },
    "dark_css_variables": {
        "color-brand-primary": "#eab063",
        "color-brand-content": "#8fd0ee",
        "color-brand-visited": "#8fd0ee",
    },
}
templates_path = ["templates"]
#: The address of the site itself leads to the front page.
html_additional_pages = {"index": "index.html"}
html_copy_source = False
html_use_index = False
html_show_sphinx = False
html_show_copyright = False


def add_contents(_app: Sphinx, page: str, source: list[str]) -> None:
    """Append what a start page leads to: the navigation is made of it."""
    if below := SECTIONS.get(page):
        names = "\n".join(f"/{each}" for each in below)
        source[0] += f"\n\n```{{toctree}}\n:hidden:\n:glob:\n\n{names}\n```\n"


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_contents)
