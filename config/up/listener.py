"""The listening sockets, opened here and handed on to the web server and the post.

So a port found free cannot be lost to somebody else, and while a program is started
again requests and mails wait instead of being refused.
"""

import errno
import socket

from config.up.errors import WrongOption

FIRST_PORT = 8000
PORTS_TRIED = 100


def listen(host: str, port: int | None) -> socket.socket:
    """Listen on `port`, or on the first free one from 8000 where none was asked for."""
    if port is not None:
        return listen_on(host, port)
    listener = first_free(host, FIRST_PORT)
    if listener is None:
        raise WrongOption(
            f"No port from {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} is free. "
            "Choose one: --port PORT"
        )
    return listener


def listen_for_mails(at: str) -> socket.socket:
    """Listen at HOST:PORT, or on the first free port after it."""
    host, _, port = at.rpartition(":")
    if not host or not port.isdecimal() or int(port) >= 2**16:
        raise WrongOption(f"RECEIVE_AT is {at!r}: it has to be HOST:PORT.")
    listener = first_free(host.strip("[]"), int(port))
    if listener is None:
        raise WrongOption(f"No port from {port} on is free: set RECEIVE_AT.")
    return listener


def first_free(host: str, first: int) -> socket.socket | None:
    """Listen on the first port from `first` on that nobody else listens on."""
    for candidate in range(first, min(first + PORTS_TRIED, 2**16)):
        try:
            return listen_on(host, candidate)
        except PortTaken:
            continue
    return None


class PortTaken(WrongOption):
    """Somebody else listens there."""


def listen_on(host: str, port: int) -> socket.socket:
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(1024)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise explained(error, host, port) from error
    return listener


def explained(error: OSError, host: str, port: int) -> WrongOption:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(f"Port {port} of {host} is taken. Choose another: --port PORT")
    if error.errno == errno.EACCES:
        return WrongOption(f"Port {port} needs more rights. Choose one from 1024 on.")
    return WrongOption(f"Cannot listen on {host}: {error.strerror}.")
