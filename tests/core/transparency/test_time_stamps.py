"""Answers of time stamp authorities that are none."""

import pytest

from stoneage_core.transparency.time_stamps import BadTimeStamp, read_stamp

#: A refusal in DER: status 2, and no stamp.
REFUSED = bytes.fromhex("30053003020102")


@pytest.mark.parametrize(
    ("answer", "why"),
    [(REFUSED, "the authority refused"), (b"no DER", "the answer cannot be read")],
)
def test_what_grants_nothing_is_no_time_stamp(answer: bytes, why: str) -> None:
    with pytest.raises(BadTimeStamp, match=why):
        read_stamp(answer, "stoneage.example/log/1\n")
