"""Every page by every role and method; thousands of requests that make no sense."""

import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from random import Random

from games.models import StoredEvent, User
from notifications.models import OutgoingMail
from tests.attacks.attack import Attack
from tests.attacks.grounds import METHODS, Grounds

#: Roles that are none of the staff's.
PUBLIC = ("nobody", "host", "player", "stranger")
SAFE = ("GET", "HEAD", "OPTIONS")
CHARSETS = (
    *("utf-8", "utf-16", "idna", "undefined", "zlib_codec", "hex", "rot13", "quopri"),
    *("base64", "punycode", "uu", "bz2_codec", "koi8-r", "unknown-8bit", "\x00", "ä"),
)
TYPES = (
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=b",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "; ;",
)
ENCODINGS = ("gzip", "br", "deflate", "zstd", "identity", "x\x80", "gzip;q=foo, *;q=0")
LANGUAGES = ("ko", "xx-" * 30, "*;q=x", "pt-BR")
ODD_HOSTS = ("[::", "evil.example", "ä")
ODD_LENGTHS = ("-1", "x", "9e9")
ODD_HEADERS = ("HX-Request: ÿ", 'If-None-Match: "', "Range: bytes=9-1", "X-Odd:")
SIZES = (0, 1, 20, 300, 9_000, 70_000, 2_600_000)
#: One more than Django reads.
MANY_FIELDS = "&".join(f"{number}=" for number in range(1_001))
#: How many at a time.
CLIENTS = 8
PATIENCE = 60.0


def try_roles(grounds: Grounds, most: int) -> Attack:
    """Ask for every page by every role and method, or by ``most`` combinations."""
    attack = Attack("every address, by every role and method")
    chance, seen = Random(18), Counter[str]()
    asks = [*product(grounds.addresses(chance), grounds.browsers, METHODS)]
    for address, role, method in chance.sample(asks, min(most, len(asks))):
        before = stored() if method in SAFE else ()
        browser = grounds.browsers[role]
        answer = browser.generic(method, address, REMOTE_ADDR=visitor(chance))
        asked = f"{method} {address} by {role}: {answer.status_code}"
        seen[str(answer.status_code)] += 1
        attack.note(harm_of(asked, answer.status_code, role, address))
        if before and stored() != before:
            attack.note([f"{asked} changed something"], 0)
    attack.seen.append(
        ", ".join(f"{n:,} of {kind}" for kind, n in sorted(seen.items()))
    )
    return attack


def harm_of(asked: str, status: int, role: str, address: str) -> Iterator[str]:
    """Say what an answer shows that must not be."""
    if status >= 500 and not (status == 503 and address == "/healthz"):
        yield asked
    is_staffs = address.startswith("/admin/") and "/login/" not in address
    if is_staffs and role in PUBLIC and 200 <= status < 300:
        yield asked


def stored() -> tuple[object, ...]:
    """Return what would tell that something has happened."""
    return (
        StoredEvent.objects.count(),
        OutgoingMail.objects.count(),
        list(User.objects.order_by("pk").values_list("email", "is_staff", "is_active")),
    )


def visitor(chance: Random) -> str:
    """Return the address of somebody new, whom no limit knows yet."""
    return ".".join(str(chance.randrange(1, 255)) for _ in range(4))


def fuzz(grounds: Grounds, port: int, count: int) -> Attack:
    """Send requests over HTTP that nobody would; none may be answered by 5xx."""
    attack = Attack("requests with odd charsets, encodings, sizes and bytes")
    chance = Random(20_000)
    requests = made(grounds, chance, port)
    with ThreadPoolExecutor(CLIENTS) as pool:
        answers = pool.map(
            lambda each: sent(each, port), (next(requests) for _ in range(count))
        )
        seen = Counter[str]()
        for status, asked in answers:
            seen[status or "hung up"] += 1
            is_fault = status[:1] == "5" and asked != "/healthz"
            attack.note([f"{asked}: {status}"] if is_fault else [])
    attack.seen.append(
        ", ".join(f"{n:,} of {kind}" for kind, n in sorted(seen.items()))
    )
    return attack


def made(grounds: Grounds, chance: Random, port: int) -> Iterator[tuple[str, bytes]]:
    """Yield requests without end, each with a word about it."""
    cookies = [
        "; ".join(f"{name}={one.value}" for name, one in browser.cookies.items())
        for browser in grounds.browsers.values()
    ]
    while True:
        for address in grounds.addresses(chance):
            yield address, request(address, chance, chance.choice(cookies), port)


def request(address: str, chance: Random, cookie: str, port: int) -> bytes:
    """Return a request for an address, with something odd about it, or several."""
    size = chance.choices(SIZES, [8, 4, 8, 8, 2, 1, 0.05])[0]
    is_binary = bool(chance.randrange(2))
    body = chance.randbytes(size) if is_binary else b"a=%FF&b=%00&" * (size // 12)
    length = str(len(body)) if chance.randrange(20) else chance.choice(ODD_LENGTHS)
    kind = chance.choice(TYPES)
    if not chance.randrange(4):
        kind += f"; charset={chance.choice(CHARSETS)}"
    queries = (chance.randbytes(6).hex(), "at=%FF%00&page=-1", MANY_FIELDS)
    query = chance.choices(queries, [10, 10, 1])[0]
    method = chance.choices(METHODS, [8, 1, 8, *[1] * (len(METHODS) - 3)])[0]
    host = chance.choice(ODD_HOSTS) if not chance.randrange(15) else "127.0.0.1"
    lines = [
        f"{method} {address.replace(' ', '%20')}?{query} HTTP/1.1",
        f"Host: {host}:{port}",
        f"Content-Type: {kind}",
        f"Accept-Encoding: {chance.choice(ENCODINGS)}",
        f"Accept-Language: {chance.choice(LANGUAGES)}",
        f"Cookie: {cookie if chance.randrange(4) else chance.randbytes(9).hex()}",
        "Connection: close",
    ]
    if body or chance.randrange(2):
        lines.append(f"Content-Length: {length}")
    if not chance.randrange(10):
        lines.append(chance.choice(ODD_HEADERS))
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def sent(asked: tuple[str, bytes], port: int) -> tuple[str, str]:
    """Send one; return the status of the answer, '' where there is none."""
    address, request_ = asked
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
            client.sendall(request_)
            client.shutdown(socket.SHUT_WR)
            line = client.makefile("rb").readline().split()
            return (line[1].decode() if len(line) > 1 else ""), address
    except OSError:
        return "", address
