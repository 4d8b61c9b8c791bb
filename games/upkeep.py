"""What the service does to running games: beacons, seeds, new rules."""

import logging
from datetime import datetime, timedelta
from http.client import HTTPException
from urllib.request import Request

import msgspec
from django.conf import settings
from django.db import transaction
from msgspec import Struct

from games.background.fetching import fetch_answer
from games.decisions.session import (
    GameSession,
    attempt_on_game,
    open_session,
    play_automatic,
)
from games.log import positions
from games.models import Game
from stoneage_core.cryptography.beacon import (
    PATIENCE,
    QUICKNET,
    SignatureCheck,
    check_signature,
    randomness_of,
)
from stoneage_core.events.chance import BeaconMissed, BeaconRevealed
from stoneage_core.events.service import RulesChanged
from stoneage_core.fields import BeaconRound, BeaconSignature
from stoneage_core.match.lifecycle import RevealSeed
from stoneage_core.match.state import Source
from stoneage_core.rules_versions import RULES_VERSION


@attempt_on_game
def change_rules(*, game_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Switch a game to the current rules. Each version is recorded as an event, so that
    everybody can read what changed and when.
    """
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    while session.state.rules_version < RULES_VERSION:
        next_version = session.state.rules_version + 1
        session.decide(RulesChanged(next_version), None, Source.SERVICE)
    if not session.entries:
        return False
    session.save()
    return True


@attempt_on_game
def reveal_seed(*, game_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Reveal the seed of a game that the staff ended. Once the seed is known the game
    cannot continue, because all future dice are known.
    """
    session = open_session(game_id, now=now, skip_locked=skip_locked)
    reveal_at = session.game.reveal_at
    if reveal_at is None or reveal_at > now:
        return False
    session.decide(RevealSeed(), None, Source.SERVICE)
    schedule_reveal(session)
    session.save()
    return True


def final_from(now: datetime) -> datetime:
    """Return when an end of a game that the staff decide now becomes final."""
    return now + timedelta(days=settings.APPEAL_DAYS)


def schedule_reveal(session: GameSession) -> None:
    """Set when the seed is revealed. Until then the staff can revoke the end."""
    waits = session.is_over and not session.state.seed
    session.game.reveal_at = session.table.final_from if waits else None
    session.game.save(update_fields=["reveal_at"])


logger = logging.getLogger(__name__)

#: Timeout in seconds, and the largest answer in bytes. A normal answer has 250.
TIMEOUT = 5
LARGEST_ANSWER = 10_000


class BeaconUnreachable(Exception):
    """The message says why."""


class _Answer(Struct):
    round: BeaconRound
    signature: BeaconSignature


class BeaconSource:
    """
    Make one for each run over the games. After the first failure nothing more is
    fetched, because other rounds would fail, too.
    """

    def __init__(self) -> None:
        self._known: dict[int, str] = {}
        self._failure: BeaconUnreachable | None = None

    def signature_of(self, number: int) -> str:
        """Raise BeaconUnreachable."""
        if number not in self._known:
            if self._failure is not None:
                raise self._failure
            try:
                self._known[number] = fetch_signature(number)
            except BeaconUnreachable as failure:
                self._failure = failure
                raise
        return self._known[number]


def fetch_signature(number: int) -> str:
    """
    Makes one request. Raise BeaconUnreachable if no relay is set, if it does not
    answer, or if the answer is not a valid signature of this round.
    """
    if not settings.BEACON_URL:
        raise BeaconUnreachable("BEACON_URL is not set")
    address = f"{settings.BEACON_URL}/{QUICKNET.chain}/public/{number}"
    try:
        content = fetch_answer(
            Request(address), seconds=TIMEOUT, longest=LARGEST_ANSWER
        )
        answer = msgspec.json.decode(content, type=_Answer)
    except (OSError, HTTPException, ValueError) as error:
        raise BeaconUnreachable(f"{address}: {error}") from error
    checked = check_signature(QUICKNET, number, answer.signature)
    if answer.round != number or checked is not SignatureCheck.GOOD:
        raise BeaconUnreachable(f"{address}: the signature is {checked.value}")
    return answer.signature


def take_beacon(*, game_id: int, source: BeaconSource, now: datetime) -> bool:
    """
    Continue a game whose round of the beacon is due. The round is fetched before the
    game is locked. If it is not available, the next run tries again. After some minutes
    the game continues without it, and its log says so.
    """
    game = Game.objects.filter(pk=game_id, beacon_due_at__lte=now).first()
    if game is None or game.beacon_due_at is None:
        return False
    number = positions.state_of(game).beacon_round
    event: BeaconRevealed | BeaconMissed
    try:
        signature = source.signature_of(number)
        event = BeaconRevealed(number, randomness_of(signature), signature)
    except BeaconUnreachable as failure:
        logger.warning("Round %s of the beacon is not available: %s", number, failure)
        if now < game.beacon_due_at + timedelta(seconds=PATIENCE):
            return False
        event = BeaconMissed(number)
    return _take(game_id, event, now)


@transaction.atomic
def _take(game_id: int, event: BeaconRevealed | BeaconMissed, now: datetime) -> bool:
    session = open_session(game_id, now=now)
    if session.is_frozen or session.state.beacon_round != event.round:
        return False  # the game was taken back, or another worker was faster
    session.decide(event, None, Source.SERVICE)
    play_automatic(session)
    session.save()
    return True
