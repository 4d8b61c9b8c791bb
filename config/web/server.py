"""Waitress, made to withstand clients who are slow on purpose.

One thread talks to all clients and buffers what they send and receive; only whole
requests reach the threads that answer them.
"""

import socket
import time
from collections.abc import Iterable
from typing import Any
from wsgiref.types import WSGIApplication

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

#: How many clients one process talks to.
CONNECTIONS = 2000
#: For so many who are in, one more is let in at a time.
IN_FOR_ONE = 20
#: In how many seconds a request has to be there, and an answer to make headway.
PATIENCE = 60
#: Bytes of a request's head; and of its body, beyond which a file holds it.
LONGEST_HEAD = 32_768
KEPT_IN_MEMORY = 65_536
#: How many seconds requests that are being answered get when the server stops.
GRACE = 5.0


class Parser(HTTPRequestParser):
    """Answers 400 to requests that Waitress's own parser fails at."""

    #: Waitress logs it also for a request whose first line it could not parse.
    path = ""

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # an address such as "http://["
            raise ParsingError("Bad URI") from error


class HttpConnection(HTTPChannel):
    """A client. It idles from where its request begins: a byte now and then is none."""

    parser_class = Parser
    #: Nothing that it sent was there as a whole so far.
    is_new = True

    def handle_read(self) -> None:
        request, began_at = self.request, self.last_activity
        super().handle_read()
        if request is not None and self.request is request:
            self.last_activity = began_at
        self.is_new = self.is_new and self.request is not None

    def is_owed_an_answer(self) -> bool:
        """Whether the client was let in and has not been answered to the end."""
        is_closing = self.will_close or self.close_when_flushed
        return bool(
            self.is_new or self.requests or self.total_outbufs_len or is_closing
        )


class Server(TcpWSGIServer):
    """Drops the client that idled longest before it leaves anybody waiting."""

    channel_class = HttpConnection
    connections = CONNECTIONS
    is_stopping = False
    active_channels: dict[int, HttpConnection]  # type: ignore[assignment]
    _map: dict[int, Any]

    def handle_accept(self) -> None:
        """
        Accept one client, so that other processes get their share, or several.

        Each look round takes longer, the more are in; behind a crowd that is let in one
        by one somebody would wait for seconds.
        """
        for _ in range(1 + len(self.active_channels) // IN_FOR_ONE):
            known = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == known:
                return
            if known >= self.connections and (idle := list(self._idle())):
                min(idle, key=lambda channel: channel.last_activity).handle_close()

    def maintenance(self, now: float) -> None:
        """
        Drop clients who idle for too long, whether or not they read what was sent.
        """
        for channel in list(self._idle()):
            if channel.last_activity < now - self.adj.channel_timeout:
                channel.handle_close()

    def _idle(self) -> Iterable[HttpConnection]:
        """Yield the clients who wait for no answer."""
        return (
            channel for channel in self.active_channels.values() if not channel.requests
        )

    def run(self) -> None:
        """Serve until `stop` is called, then answer whoever was let in before."""
        while not self.is_stopping:
            self._look_round()
        self._stop_listening()
        give_up_at = time.monotonic() + GRACE
        while self._is_busy() and time.monotonic() < give_up_at:
            self._look_round()
        self.task_dispatcher.shutdown(timeout=1)

    def stop(self, *_: Any) -> None:
        """Handle a signal: have `run` return soon."""
        self.is_stopping = True
        self.pull_trigger()

    def _stop_listening(self) -> None:
        """
        Let in whoever is connected already, then refuse others, unless another serves.

        A proxy tries again where it was refused, but not where it was cut off: by then
        it has sent the request.
        """
        known = -1
        while known < len(self.active_channels):
            known = len(self.active_channels)
            self.handle_accept()
        self.accepting = False
        self.del_channel()
        assert self.socket is not None
        self.socket.close()

    def _look_round(self) -> None:
        """Read and write wherever a client is ready, or wait for a second."""
        self.asyncore.loop(
            timeout=self.adj.asyncore_loop_timeout,
            map=self._map,
            use_poll=self.adj.asyncore_use_poll,
            count=1,
        )

    def _is_busy(self) -> bool:
        return any(
            channel.is_owed_an_answer() for channel in self.active_channels.values()
        )


def server_at(
    listener: socket.socket,
    application: WSGIApplication,
    *,
    threads: int,
    longest: int,
    connections: int = CONNECTIONS,
    patience: int = PATIENCE,
) -> Server:
    """Return a server that listens; requests have at most `longest` bytes."""
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(threads)
    adjustments = Adjustments(
        sockets=[listener],
        ident=None,
        # Whom to believe is for the settings to say: BEHIND_PROXY.
        clear_untrusted_proxy_headers=False,
        connection_limit=2 * connections,
        asyncore_use_poll=True,
        channel_timeout=patience,
        cleanup_interval=1,
        log_socket_errors=False,
        max_request_header_size=LONGEST_HEAD,
        max_request_body_size=longest,
        inbuf_overflow=KEPT_IN_MEMORY,
    )
    server = Server(
        application,
        _sock=listener,
        dispatcher=dispatcher,
        adj=adjustments,
        sockinfo=(listener.family, listener.type, listener.proto, None),
        bind_socket=False,
    )
    server.connections = connections
    return server
