"""config/static_files.py: browsers keep static files, and see new ones at once."""

import re

import pytest
from django.templatetags.static import static

from config.static_files import version_of

ANY = "admin/css/base.css"


def test_an_address_names_the_content():
    assert re.fullmatch(rf"/static/{ANY}\?v=[0-9a-f]{{12}}", static(ANY))
    assert version_of(ANY) != version_of("admin/css/forms.css")


def test_a_file_that_is_not_there_has_a_plain_address():
    assert static("no/such/file.css") == "/static/no/such/file.css"


def test_while_developing_addresses_are_plain(settings):
    settings.DEBUG = True
    assert static(ANY) == f"/static/{ANY}"


@pytest.mark.django_db
def test_the_file_is_served_and_kept(client):
    response = client.get(static(ANY))
    assert response.status_code == 200
    assert "max-age=2592000" in response.headers["Cache-Control"]
    assert b"".join(response.streaming_content)
    response.close()
