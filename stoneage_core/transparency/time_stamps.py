"""
Time stamps of RFC 3161: an authority's word that a checkpoint existed at a moment.

What is stamped is the SHA-512 of the checkpoint's text, without any signature. Making
requests and reading answers takes the library rfc3161-client, which is imported when it
is needed.
"""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha512
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

#: More bytes than an answer has with all its certificates.
LARGEST_ANSWER = 50_000


class BadTimeStamp(ValueError):
    """An answer is none, or of something else; the message says what."""


class BadRoots(ValueError):
    """What was given as certificates holds none; the message says why."""


class LibraryMissing(BadTimeStamp):
    """The library that reads time stamps is not installed here."""


class StampRequest(NamedTuple):
    """A request, DER, and the number in it that the answer has to repeat."""

    content: bytes
    nonce: int | None


def request_stamp(text: str) -> StampRequest:
    """Return a request for the time stamp of a checkpoint; raise LibraryMissing."""
    try:
        from rfc3161_client import TimestampRequestBuilder
    except ImportError as error:
        raise LibraryMissing("the library rfc3161-client is missing here") from error
    request = (
        TimestampRequestBuilder().data(text.encode()).cert_request(cert_request=True)
    )
    built = request.build()
    return StampRequest(built.as_bytes(), built.nonce)


def read_stamp(answer: bytes, text: str, nonce: int | None = None) -> datetime:
    """
    Return the moment that an answer states for a checkpoint.

    Who signed it is not asked: see :func:`check_stamp`. Raise BadTimeStamp where the
    answer grants nothing, is of another text, or does not repeat the ``nonce``.
    """
    try:
        from rfc3161_client import PKIStatus, decode_timestamp_response
    except ImportError as error:
        raise LibraryMissing("the library rfc3161-client is missing here") from error
    try:
        response = decode_timestamp_response(answer)
        if response.status != PKIStatus.GRANTED:
            raise BadTimeStamp(f"the authority refused: {response.status_string}")
        stamped = response.tst_info
    except BadTimeStamp:
        raise
    except ValueError as error:
        raise BadTimeStamp(f"the answer cannot be read: {error}") from error
    if stamped.message_imprint.message != sha512(text.encode()).digest():
        raise BadTimeStamp("the authority stamped something else")
    if nonce is not None and stamped.nonce != nonce:
        raise BadTimeStamp("the answer is to another request")
    return stamped.gen_time


def read_roots(pem: bytes) -> "list[Certificate]":
    """
    Return the certificates that are in PEM, one after the other.

    Raise BadRoots where there is none, LibraryMissing where none can be read here.
    """
    try:
        from cryptography.x509 import load_pem_x509_certificates
    except ImportError as error:
        raise LibraryMissing("the library cryptography is missing here") from error
    try:
        return load_pem_x509_certificates(pem)
    except ValueError as error:
        raise BadRoots(f"there is no certificate in PEM: {error}") from error


def check_stamp(answer: bytes, text: str, roots: "Sequence[Certificate]") -> datetime:
    """
    Return the moment of a time stamp whose chain of certificates ends in a root.

    Raise BadTimeStamp where none of the roots vouches for who signed it.
    """
    moment = read_stamp(answer, text)
    from rfc3161_client import (
        VerificationError,
        VerifierBuilder,
        decode_timestamp_response,
    )

    response, why = decode_timestamp_response(answer), ""
    for root in roots:
        try:
            verifier = VerifierBuilder(roots=[root]).build()
            verifier.verify_message(response, text.encode())
        except VerificationError as error:
            why = str(error)
        else:
            return moment
    raise BadTimeStamp(f"none of the roots vouches for the authority: {why}")
