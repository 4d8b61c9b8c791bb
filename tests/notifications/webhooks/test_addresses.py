"""Private network addresses are never called, however one gets there."""

import socket
import time
from typing import Any

import pytest

from games.background import outgoing_http
from games.background.outgoing_http import PostFailed, send_post
from games.lobby.new_games import create_practice_game
from games.models import Game, User
from notifications.models.channels import Shape, Webhook
from notifications.webhooks import MOST_WEBHOOKS, is_callable, make_webhook
from tests.support.refusals import refuses
from tests.support.servers.hook_server import DRIP, HookServer, hook_server
from tests.support.standing_time import NOW

INSIDE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.9", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "0.0.0.0", "[::1]", "[fe80::1]", "[fd00::1]", "[::ffff:10.0.0.1]"),
)


def send(url: str) -> None:
    send_post(url, b"{}", {})


def test_private_networks_are_not_called() -> None:
    with hook_server() as server:
        for host in (*INSIDE, "localhost"):
            with pytest.raises(PostFailed):
                send(f"http://{host}:{server.server_address[1]}/")
        assert server.calls == []


def test_name_that_resolves_to_a_private_network_is_not_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The name is checked at each call, and the checked address is the one called."""
    asked: list[object] = []

    def lookup(host: object, port: object, *_: Any, **__: Any) -> Any:
        asked.append(host)
        where = "93.184.216.34" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (where, port))]

    def connect(address: Any, *_: Any, **__: Any) -> Any:
        raise OSError(f"called {address[0]}")

    monkeypatch.setattr("requests_hardened.ip_filter.socket.getaddrinfo", lookup)
    monkeypatch.setattr("urllib3.util.connection.create_connection", connect)
    monkeypatch.setattr("urllib3.connection.connection.create_connection", connect)
    with hook_server() as server:
        with pytest.raises(PostFailed):  # public at first: called, but unreachable
            send("http://receiver.example/")
        with pytest.raises(PostFailed, match="its address is not public"):
            send("http://receiver.example/")
        assert server.calls == []


def test_redirects_are_not_followed(receiver: HookServer) -> None:
    receiver.answers = [(307, {"Location": receiver.url + "/elsewhere"})]
    with pytest.raises(PostFailed, match="307"):
        send(receiver.url)
    assert len(receiver.calls) == 1


def test_receiver_that_drips_is_disconnected(
    receiver: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each byte comes in time, but neither the head nor the body may take forever."""
    monkeypatch.setattr(outgoing_http, "ANSWER_SECONDS", 10 * DRIP)
    for head in (b"HTTP/1.1 ", b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n"):
        receiver.drips = head
        began = time.monotonic()
        with pytest.raises(PostFailed, match="it did not answer in time"):
            send(receiver.url)
        assert time.monotonic() - began < outgoing_http.PATIENCE[1]


def test_valid_addresses_are_accepted() -> None:
    assert is_callable("https://hooks.example.org/x?y=1")
    for url in [
        *("http://hooks.example.org/", "https://hooks/", "https://a@b.example/"),
        *("https://hooks.example.org:x/", "https://[::1/", "ftp://a.example", ""),
    ]:
        assert not is_callable(url), url


@pytest.mark.django_db
def test_invalid_webhooks_are_refused(
    two_player_game: Game, alice: User, carol: User
) -> None:
    guest = create_practice_game(now=NOW).user
    assert guest is not None
    good = "https://hooks.example.org/x"

    def make(user: User, url: str = good, game: Game | None = None) -> Webhook:
        return make_webhook(
            user=user, url=url, shape=Shape.STANDARD, game=game, now=NOW
        )

    with refuses("address_needed"):
        make(guest)
    for refused in [("http://hooks.example.org/x", None), (good, two_player_game)]:
        with refuses("invalid"):
            make(carol, *refused)
    for _ in range(MOST_WEBHOOKS):
        make(alice, game=two_player_game)
    with refuses("invalid"):
        make(alice)
