"""Waitress, hardened against clients that are slow on purpose.

One thread communicates with all clients and buffers requests and responses; only
complete requests reach the threads that answer them.
"""

import socket
import time
from collections.abc import Hashable, Iterable
from typing import Any
from wsgiref.types import WSGIApplication

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from config.web.waiting_room import FindNews, Parked, Place, WaitingRoom

#: The number of clients of one process.
CONNECTIONS = 2000
#: For each of this many clients, one more is accepted at a time.
IN_FOR_ONE = 20
#: In seconds: a request must be complete, and a response make progress, within this
#: time.
PATIENCE = 60
#: Bytes of a request's head; and of its body, beyond which it is kept in a file.
LONGEST_HEAD = 32_768
KEPT_IN_MEMORY = 65_536
#: In seconds: how long running requests get when the server stops.
GRACE = 5.0


class Parser(HTTPRequestParser):
    """Answers 400 to requests on which Waitress's own parser fails."""

    #: Waitress logs the path even if it could not parse the first line.
    path = ""

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # a path such as "http://["
            raise ParsingError("Bad URI") from error


class ParkableTask(WSGITask):
    """An attempt to answer a request, which the application may park instead."""

    channel: "HttpConnection"
    place: Place | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ["stoneage.park"] = self.park
        return environ

    def park(self, who: Hashable, subject: Hashable, seconds: float) -> bool:
        """Return whether the request waits; then its response is not sent."""
        if self.channel.has_waited or not self.channel.server.room.has_room_for(who):
            return False
        self.place = Place(who, subject, time.monotonic() + seconds)
        return True

    def write(self, data: bytes) -> None:
        if self.place is not None:
            raise Parked(self.place)
        super().write(data)


class HttpConnection(HTTPChannel):
    """
    A client's connection.

    Its idle time counts from the beginning of a request, so that single bytes do not
    keep it alive.
    """

    parser_class = Parser
    task_class = ParkableTask
    server: "Server"
    #: Whether the present request has waited for news already.
    has_waited = False
    #: True until its first request is complete.
    is_new = True

    def handle_read(self) -> None:
        request, began_at = self.request, self.last_activity
        super().handle_read()
        if request is not None and self.request is request:
            self.last_activity = began_at
        self.is_new = self.is_new and self.request is not None

    def service(self) -> None:
        """Answer the first request, or let it wait, to be answered later."""
        try:
            super().service()
            self.has_waited = False
        except Parked as parked:
            self.has_waited = True
            self.server.room.enter(self, parked.place)

    def awaits_response(self) -> bool:
        """Return whether the client was accepted and has not got its whole response."""
        is_closing = self.will_close or self.close_when_flushed
        return bool(
            self.is_new or self.requests or self.total_outbufs_len or is_closing
        )


class Server(TcpWSGIServer):
    """Drops the client that has been idle longest before it makes others wait."""

    channel_class = HttpConnection
    connections = CONNECTIONS
    is_stopping = False
    room: WaitingRoom
    active_channels: dict[int, HttpConnection]  # type: ignore[assignment]
    _map: dict[int, Any]

    def handle_accept(self) -> None:
        """
        Accept one client, so that other processes get their share, or several.

        Each loop takes longer the more clients there are. If they were accepted one by
        one, a crowd would make others wait for seconds.
        """
        for _ in range(1 + len(self.active_channels) // IN_FOR_ONE):
            known = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == known:
                return
            if known >= self.connections and (idle := list(self._idle())):
                min(idle, key=lambda channel: channel.last_activity).handle_close()

    def maintenance(self, now: float) -> None:
        """Drop idle clients, even if they have not read everything."""
        for channel in list(self._idle()):
            if channel.last_activity < now - self.adj.channel_timeout:
                channel.handle_close()

    def _idle(self) -> Iterable[HttpConnection]:
        return (
            channel for channel in self.active_channels.values() if not channel.requests
        )

    def run(self) -> None:
        """Serve until `stop` is called, then answer the clients accepted before."""
        while not self.is_stopping:
            self._loop_once()
        self.room.close()
        self._stop_listening()
        give_up_at = time.monotonic() + GRACE
        while self._is_busy() and time.monotonic() < give_up_at:
            self._loop_once()
        self.task_dispatcher.shutdown(timeout=1)

    def stop(self, *_: Any) -> None:
        """Handle a signal: make `run` return soon."""
        self.is_stopping = True
        self.pull_trigger()

    def _stop_listening(self) -> None:
        """
        Accept the connected clients, then close the socket unless another process
        serves it.

        A proxy retries a refused connection, but not one that was cut off, because by
        then it has sent the request.
        """
        known = -1
        while known < len(self.active_channels):
            known = len(self.active_channels)
            self.handle_accept()
        self.accepting = False
        self.del_channel()
        assert self.socket is not None
        self.socket.close()

    def _loop_once(self) -> None:
        """Read and write for all clients that are ready, or wait for a second."""
        self.asyncore.loop(
            timeout=self.adj.asyncore_loop_timeout,
            map=self._map,
            use_poll=self.adj.asyncore_use_poll,
            count=1,
        )

    def _is_busy(self) -> bool:
        return any(
            channel.awaits_response() for channel in self.active_channels.values()
        )


def server_at(
    listener: socket.socket,
    application: WSGIApplication,
    *,
    threads: int,
    longest: int,
    connections: int = CONNECTIONS,
    patience: int = PATIENCE,
    find_news: FindNews = lambda subjects: (),
) -> Server:
    """
    Return a server on a listening socket.

    Requests have at most `longest` bytes. Those that wait do so until `find_news` names
    their subject.
    """
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(threads)
    adjustments = Adjustments(
        sockets=[listener],
        ident=None,
        # The settings decide which proxy to trust: BEHIND_PROXY.
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
    server.room = WaitingRoom(find_news, server.add_task)
    return server
