"""A coding refused with a weight of 0 is not used for pages or files."""

import pytest
from django.templatetags.static import static
from django.test import Client

WANTED = [
    ("br;q=0", None),
    ("gzip;q=0, br ; q=0.000", None),
    ("identity, x-gzip, brotli", None),
    ("", None),
    ("br;q=0, gzip", "gzip"),
    ("gzip;q=0.5, *;q=0", "gzip"),
    ("gzip;q=1.0, br;q=0.001", "br"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("accepted", "coding"), WANTED)
@pytest.mark.parametrize("path", ["/rules/", static("games/table.css")])
def test_refused_coding_is_not_used(
    client: Client, path: str, accepted: str, coding: str | None
) -> None:
    response = client.get(path, headers={"Accept-Encoding": accepted})
    response.close()
    assert response.status_code == 200
    assert response.get("Content-Encoding") == coding
    assert "Accept-Encoding" in response["Vary"]
