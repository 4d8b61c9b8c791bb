"""Listening sockets, opened here and passed to the programs that serve them.

So nobody else can take a port that was free, and while a program is restarted requests
and mails wait instead of being refused.
"""

import errno
import os
import socket

from django.conf import settings

from config.launcher.supervisor import WrongOption

#: The first file descriptor that systemd passes (sd_listen_fds(3)).
LISTEN_FDS_START = 3
FIRST_PORT = 8000
PORTS_TRIED = 100


class PortTaken(WrongOption):
    """Another program listens on the port."""


def require_possible(host: str, port: int | None) -> None:
    """Raise WrongOption if pages cannot, or must not, be served there."""
    if port is not None and not 0 < port < 2**16:
        raise WrongOption(f"There is no port {port}: choose one from 1 to 65535.")
    is_for_us = not {host, f"[{host}]"}.isdisjoint(settings.LOOPBACK_HOSTS)
    if not is_for_us and not os.environ.get("SITE_URL"):
        raise WrongOption(
            f"Listening on {host} opens the site to others: set SITE_URL to the "
            "address they will use, for example https://stoneage.example."
        )


def listen_for_pages(host: str, port: int | None) -> socket.socket:
    """Listen on `port`, or on the first free one from 8000 if it is None."""
    if port is not None:
        return listen_on(host, port)
    return first_free(host, FIRST_PORT, "Choose one: --port PORT")


def inherited_listener() -> socket.socket | None:
    """
    Return the socket that systemd has opened for us, or None.

    It stays open while we restart, so that requests wait.
    """
    is_for_us = os.environ.get("LISTEN_PID") == str(os.getpid())
    if not is_for_us or os.environ.get("LISTEN_FDS") != "1":
        return None
    return socket.socket(fileno=LISTEN_FDS_START)


def listen_for_mails(at: str) -> socket.socket:
    """Listen at HOST:PORT, or on the first free port after it."""
    host, _, port = at.rpartition(":")
    if not host or not port.isdecimal() or int(port) >= 2**16:
        raise WrongOption(f"RECEIVE_AT is {at!r}: it must be HOST:PORT.")
    return first_free(host.strip("[]"), int(port), "Set RECEIVE_AT.")


def first_free(host: str, first: int, remedy: str) -> socket.socket:
    """Listen on the first free port from `first` on."""
    for port in range(first, min(first + PORTS_TRIED, 2**16)):
        try:
            return listen_on(host, port)
        except PortTaken:
            continue
    raise WrongOption(f"No port from {first} to {port} is free. {remedy}")


def listen_on(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        is_dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        return socket.create_server(
            address, family=family, backlog=1024, dualstack_ipv6=is_dual
        )
    except OSError as error:
        raise explained(error, host, port) from error


def explained(error: OSError, host: str, port: int) -> WrongOption:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(f"Port {port} of {host} is taken. Choose another: --port PORT")
    if error.errno == errno.EACCES:
        return WrongOption(
            f"Port {port} needs root privileges. Choose one from 1024 on."
        )
    return WrongOption(f"Cannot listen on {host}: {error.strerror}.")


def host_and_port_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def connectable(listener: socket.socket) -> tuple[str, int]:
    """Return an address for connecting to a listener on any interface."""
    host, port = listener.getsockname()[:2]
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port
