"""A site's log whose operator can be dishonest."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from stoneage_core.__main__ import main
from stoneage_core.audit import read
from stoneage_core.audit.appendix import LogPlace, RoundProof, write_place
from stoneage_core.events.setup import GameCreated
from stoneage_core.transparency.checkpoints import TreeHead, encode_hash
from stoneage_core.transparency.logged_heads import leaves_of
from stoneage_core.transparency.notes import SignedNote, read_note
from stoneage_core.transparency.proofs import ConsistencyProof, InclusionProof
from tests.core.transparency.test_merkle import Grown
from tests.core.transparency.test_notes import LOG, WITNESS
from tests.support.cosigning import Cosigner

Verifies = Callable[..., tuple[int, str]]


class SiteLog:
    """A log that grows entry by entry; the site's key signs its checkpoints."""

    def __init__(self) -> None:
        self.leaves: list[bytes] = []
        self.sequences: dict[str, list[int]] = {}

    def adds(self, text: str, upto: int) -> None:
        """Append the head of a game after event ``upto`` of its record."""
        game, heads = _heads(text)
        sequences = self.sequences.setdefault(game, [])
        sequences.append(upto)
        self.leaves.append(leaves_of(game, heads, sequences)[-1].data)

    @property
    def head(self) -> TreeHead:
        return TreeHead(LOG.key.name, len(self.leaves), Grown(self.leaves).root)

    @property
    def checkpoint(self) -> SignedNote:
        return SignedNote(self.head.text, (LOG.sign(self.head.text),))

    def cosigned(self, seconds: int, witness: Cosigner = WITNESS) -> SignedNote:
        """Return the checkpoint with a witness's signature of this Unix time."""
        return read_note(str(self.checkpoint) + witness.line(self.head.text, seconds))

    def record(
        self,
        text: str,
        checkpoint: SignedNote | None = None,
        rounds: Sequence[RoundProof] = (),
    ) -> str:
        """Return a record with the proof that its newest entry is in the log."""
        game, _heads_of_it = _heads(text)
        proof = self._prove_newest(checkpoint or self.checkpoint)
        place = LogPlace(tuple(self.sequences[game]), str(proof), tuple(rounds))
        return text + write_place(place)

    def proves_round(self, event: int, checkpoint: SignedNote) -> RoundProof:
        """Return the proof that the newest entry has a naming of a beacon's round."""
        proof = self._prove_newest(checkpoint)
        return RoundProof(event, self.leaves[-1].decode(), str(proof))

    def _prove_newest(self, checkpoint: SignedNote) -> InclusionProof:
        index = len(self.leaves) - 1
        path = Grown(self.leaves).inclusion(index, len(self.leaves))
        return InclusionProof(index, tuple(path), checkpoint)

    def consistency(self, old: int) -> str:
        """Return the proof that the log grew from an older size."""
        path = Grown(self.leaves).consistency(old, len(self.leaves))
        return str(ConsistencyProof(old, tuple(path), self.checkpoint))

    @property
    def at_the_foot_of_a_mail(self) -> tuple[str, int, str]:
        """The options of ``verify`` for the tree head that an email quotes."""
        return ("--tree", self.head.size, encode_hash(self.head.root))


def _heads(text: str) -> tuple[str, list[str]]:
    entries = read(text)
    created = entries[0].decoded()
    assert isinstance(created, GameCreated)
    return created.game, [each.hash for each in entries]


@pytest.fixture
def verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verifies:
    """Run ``verify`` on texts, written to files; return its exit code and output."""

    def run(text: str, *options: object, **files: str) -> tuple[int, str]:
        arguments = [*map(str, options)]
        for name, content in {"record": text, **files}.items():
            (tmp_path / name).write_text(content)
            arguments += [f"--{name}"] * (name != "record") + [str(tmp_path / name)]
        code = main(["verify", *arguments])
        shown = capsys.readouterr()
        return code, shown.out + shown.err

    return run
