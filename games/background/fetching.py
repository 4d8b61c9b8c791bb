"""One request to another service, with a limit on the answer."""

from urllib.error import HTTPError
from urllib.request import Request, urlopen


def fetch_answer(request: Request, *, seconds: int, longest: int) -> bytes:
    """
    Return at most ``longest`` bytes of the answer of another service. Raise OSError or
    HTTPException if it refuses, or sends nothing for ``seconds``.
    """
    request.add_header("User-Agent", "stone-age-by-mail")
    try:
        with urlopen(request, timeout=seconds) as response:
            answer: bytes = response.read(longest)
    except HTTPError as refusal:
        refusal.close()  # it keeps the connection open
        raise
    return answer
