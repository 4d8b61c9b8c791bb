"""Headers of every response."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import get_resolver

from config.web.middleware import (
    POLICY,
    ContentSecurityPolicyMiddleware,
    RefusalMiddleware,
)
from games.errors import Refused
from stoneage_core import CorruptStream
from stoneage_core.errors import Code


@pytest.mark.django_db
def test_pages_allow_no_inline_scripts(client):
    headers = client.get("/healthz").headers
    assert headers["Content-Security-Policy"] == POLICY
    assert "unsafe" not in POLICY
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


def test_page_may_have_its_own_policy():
    own = {"Content-Security-Policy": "sandbox"}
    middleware = ContentSecurityPolicyMiddleware(lambda _: HttpResponse(headers=own))
    response = middleware(RequestFactory().get("/"))
    assert response.headers["Content-Security-Policy"] == "sandbox"


@pytest.mark.django_db
@pytest.mark.parametrize("status", [400, 403, 404])
def test_error_pages_are_friendly(status, rf):
    handle = get_resolver().resolve_error_handler(status)
    response = handle(rf.get("/"), Exception())
    assert response.status_code == status
    assert b"<html" in response.content


def test_server_error_page_needs_no_request(rf):
    from config.web import error_pages

    response = error_pages.server_error(rf.get("/"))
    assert response.status_code == 500
    assert b"<html" in response.content


def test_expired_form_gets_a_friendly_refusal(rf):
    from config.web import error_pages

    assert error_pages.csrf_failure(rf.post("/")).status_code == 403


@pytest.mark.django_db
def test_refusal_becomes_an_uncached_page(rf):
    def get_response(request):
        raise AssertionError("process_exception answers")

    middleware = RefusalMiddleware(get_response)
    page = middleware.process_exception(
        rf.get("/"), Refused("not_there", "It is gone.")
    )
    assert page is not None
    assert page.status_code == 404
    assert b"It is gone." in page.content
    assert "no-store" in page.headers["Cache-Control"]
    damaged = CorruptStream(Code.BAD_STREAM, "event 7 cannot follow")
    for fault in (ValueError("a fault"), damaged):
        assert middleware.process_exception(rf.get("/"), fault) is None
