"""The listening socket, opened here and handed on to the web server.

So a port found free cannot be lost to somebody else, and while the web server is
started again requests wait instead of being refused.
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
    for candidate in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            return listen_on(host, candidate)
        except PortTaken:
            continue
    raise WrongOption(
        f"No port from {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} is free. "
        "Choose one: --port PORT"
    )


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
