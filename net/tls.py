"""TLS between a table and its guests, who know the table's certificate by the fingerprint in their invite.

A certificate is made for one table, kept with it and thrown away with it: it is good for exactly as long as the invite.
It has no dates and no names that anybody would check, for the fingerprint alone counts.
"""

from __future__ import annotations

import base64
import hashlib
import ssl
import sys
from datetime import datetime
from importlib.util import find_spec
from tempfile import NamedTemporaryFile

import msgspec

from net import store
from net.invite import FINGERPRINT_LETTERS
from net.trouble import Trouble

NO_END = datetime(9999, 12, 31, 23, 59, 59)
"""The date of a certificate that has no end (RFC 5280, 4.1.2.5)."""


class Certificate(msgspec.Struct, frozen=True):
    """A table's own: `pem` holds the certificate and its secret key."""

    pem: str
    fingerprint: str


def is_installed() -> bool:
    """Certificates can be made: the extra `tls` is there. It is not read before it is needed."""
    return find_spec("cryptography") is not None


def new_certificate() -> Certificate:
    """Raises Trouble if the extra `tls` is not installed."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    except ImportError:
        raise Trouble("no-tls", sys.executable) from None
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "toctoc")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(1970, 1, 1))
        .not_valid_after(NO_END)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    pem = secret + certificate.public_bytes(Encoding.PEM)
    return Certificate(pem.decode(), fingerprint(certificate.public_bytes(Encoding.DER)))


def fingerprint(certificate: bytes) -> str:
    """The first letters of the SHA-256 of a certificate (DER), in base 32, as they stand in an invite."""
    return base64.b32encode(hashlib.sha256(certificate).digest()).decode()[:FINGERPRINT_LETTERS]


def host_context(certificate: Certificate) -> ssl.SSLContext:
    """For a table. Raises Trouble if the certificate is damaged, or if the disk cannot be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # whoever comes back shakes hands again: there is nothing to keep for them
    try:
        with NamedTemporaryFile(dir=store.home()) as file:  # ssl reads a key from nowhere else; nobody else reads this
            file.write(certificate.pem.encode())
            file.flush()
            context.load_cert_chain(file.name)
    except ssl.SSLError:
        raise Trouble("certificate-damaged") from None
    except OSError as error:
        raise store.trouble(error, store.home()) from None
    return context


def guest_context(expected: str) -> ssl.SSLContext:
    """For a guest: the handshake raises ssl.SSLCertVerificationError, before anything has been told to whoever answers,
    unless they hold the key of the certificate with this fingerprint."""

    class Pinned(ssl.SSLObject):
        def do_handshake(self) -> None:
            super().do_handshake()
            if fingerprint(self.getpeercert(binary_form=True) or b"") != expected:
                raise ssl.SSLCertVerificationError("another certificate")

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # nobody has signed it, and nobody needs to
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.sslobject_class = Pinned
    return context
