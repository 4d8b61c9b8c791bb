"""Fetching: one request to another service, and no more of its answer than expected."""

from urllib.error import HTTPError
from urllib.request import Request, urlopen


def fetch_answer(request: Request, *, seconds: int, longest: int) -> bytes:
    """
    Return at most ``longest`` bytes of what another service answers to a request.

    Raise OSError or HTTPException where it refuses, or says nothing for so long.
    """
    request.add_header("User-Agent", "stone-age-by-mail")
    try:
        with urlopen(request, timeout=seconds) as response:
            answer: bytes = response.read(longest)
    except HTTPError as refusal:
        refusal.close()  # it holds the connection
        raise
    return answer
