"""config/web/static_files.py: browsers cache files but see new versions at once."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
import rcssmin
from django.contrib.staticfiles import finders
from django.templatetags.static import static

from config.web import static_files
from config.web.static_files import compressed, version_of

ANY = "admin/css/base.css"


def test_url_contains_a_hash_of_the_content():
    assert re.fullmatch(rf"/static/{ANY}\?v=[0-9a-f]{{12}}", static(ANY))
    assert version_of(ANY) != version_of("admin/css/forms.css")


def test_missing_file_has_a_plain_url():
    assert static("no/such/file.css") == "/static/no/such/file.css"


def test_urls_are_plain_in_debug_mode(settings):
    settings.DEBUG = True
    assert static(ANY) == f"/static/{ANY}"


def content_of(response) -> bytes:
    content = b"".join(response.streaming_content)
    response.close()
    return content


@pytest.fixture
def whole() -> bytes:
    """Return the whole content of the response."""
    return Path(finders.find(ANY)).read_bytes()


@pytest.mark.django_db
def test_versioned_url_is_cached_forever(client, whole):
    response = client.get(static(ANY))
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "max-age=315360000, public, immutable"
    assert content_of(response) == whole


@pytest.mark.django_db
def test_style_sheet_names_fonts_by_the_urls_that_pages_preload(client):
    sheet = gzip.decompress(compressed("games/page.css", "gzip")).decode()
    fonts = re.findall(r'url\("(fonts/[^"]+)"\)', sheet)
    assert f"/static/games/{fonts[0]}" == static("games/fonts/fraunces-latin.woff2")
    for font in fonts:
        response = client.get(f"/static/games/{font}")
        assert response.headers["Content-Type"] == "font/woff2"
        assert "immutable" in response.headers["Cache-Control"]
        assert content_of(response).startswith(b"wOF2")


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", "?v=", "?v=0123456789ab"])
def test_other_urls_are_cached_briefly(client, whole, query):
    response = client.get(f"/static/{ANY}{query}")
    assert response.headers["Cache-Control"] == "max-age=2592000, public"
    assert content_of(response) == whole


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accepted", "encoding", "unpack"),
    [
        ("gzip, deflate", "gzip", gzip.decompress),
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
    ],
)
def test_texts_are_compressed_if_the_browser_accepts_it(
    client, whole, accepted, encoding, unpack
):
    response = client.get(static(ANY), headers={"Accept-Encoding": accepted})
    packed = content_of(response)
    assert response.headers["Content-Encoding"] == encoding
    assert response.headers["Content-Length"] == str(len(packed))
    assert "Accept-Encoding" in response.headers["Vary"]
    assert unpack(packed) == rcssmin.cssmin(whole)
    assert len(packed) < len(whole) / 2


def test_comments_are_removed():
    read = gzip.decompress(compressed("games/table.js", "gzip")).decode()
    assert "use strict" in read
    assert "\n  //" not in read


def test_imported_files_are_inlined():
    """A browser that loads the file on disk finds the imports beside it."""
    for name, parts in (
        ("games/table_page.css", ["board.css", "table.css", "dock.css", "replay.css"]),
        ("games/table_page.js", ["dock.js", "table.js", "dock_motion.js", "since.js"]),
    ):
        read = static_files.content_of(name)
        assert read is not None
        for part in parts:
            assert Path(finders.find(f"games/{part}")).read_bytes() in read
            assert part.encode() in Path(finders.find(name)).read_bytes()
        assert not re.search(rb'^@?import "', read, re.MULTILINE)


def test_svg_is_sent_without_invisible_parts():
    name = "games/icons.svg"
    whole = Path(finders.find(name)).read_text()
    read = gzip.decompress(compressed(name, "gzip")).decode()
    assert "<!--" in whole
    assert "<!--" not in read
    assert not re.search(r">\s+<", read)
    elements = re.findall(r"<[^!>]+>", whole)
    assert re.findall(r"<[^!>]+>", read) == elements != []


@pytest.mark.django_db
def test_ranges_are_not_compressed(client, whole):
    asked = {"Accept-Encoding": "gzip", "Range": "bytes=0-9"}
    response = client.get(static(ANY), headers=asked)
    assert "Content-Encoding" not in response.headers
    assert content_of(response) == whole[:10]


@pytest.mark.django_db
def test_unchanged_file_is_not_sent_again(client):
    response = client.get(static(ANY), headers={"Accept-Encoding": "gzip"})
    content_of(response)
    had = {"Accept-Encoding": "gzip", "If-None-Match": response.headers["ETag"]}
    again = client.get(static(ANY), headers=had)
    assert (again.status_code, content_of(again)) == (304, b"")
