"""The passkeys of players, with which they sign their moves on the page."""

from django.conf import settings
from django.db import models

from stoneage_core.cryptography.passkeys import digest_of

#: What browsers call a passkey has up to 1023 bytes, in base64url.
LONGEST_CREDENTIAL = 1400
#: As much as a log takes of a public key, in hex.
LONGEST_KEY = 2400


class Passkey(models.Model):
    """
    A passkey of a user (WebAuthn): their key pair, of which we know the public key.

    Browsers know it by its ``credential_id``, in base64url. ``public_key`` is in hex,
    as records tell it: SubjectPublicKeyInfo in DER.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys"
    )
    credential_id = models.CharField(max_length=LONGEST_CREDENTIAL, unique=True)
    public_key = models.CharField(max_length=LONGEST_KEY)
    added_at = models.DateTimeField("added")

    def __str__(self) -> str:
        return f"passkey {self.pk} of {self.user_id}"

    @property
    def digest(self) -> str:
        """The SHA-256 of its public key, by which records name it."""
        return digest_of(self.public_key)
