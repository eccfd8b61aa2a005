"""Signatures: cookies for browsers, links that open one seat, and tokens for users' own bots.

All are signed with a key that is never in the database (`signing_key`). A further device of the same person has a
cookie that names the holder itself. A seat's link and token contain the seat's epoch; when the seat changes hands, they
become invalid.
"""

import hashlib
import re
import secrets

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "eleven"
ANY_SEAT = -1
"""The seat number in a link that opens any free seat."""
TABLE_ID = re.compile("[0-9a-f]{16}")


def new_key() -> str:
    """A signing key."""
    return secrets.token_hex(32)


def new_table_id() -> str:
    """A new table id, which nobody can guess."""
    return secrets.token_hex(8)


def is_table_id(text: str) -> bool:
    """Whether a text has the form of a table id; others are not looked up in the store."""
    return TABLE_ID.fullmatch(text) is not None


def device_of(cookie: str) -> str:
    """The id of a device in the store: a hash from which nobody finds the cookie."""
    return hashlib.sha256(f"device {cookie}".encode()).hexdigest()[:32]


class Signer:
    """Signs and verifies cookies, links and tokens."""

    def __init__(self, key: str) -> None:
        self._cookies = URLSafeSerializer(key, "cookie", signer_kwargs={"digest_method": hashlib.sha256})
        self._people = URLSafeSerializer(key, "person", signer_kwargs={"digest_method": hashlib.sha256})
        self._claims = URLSafeSerializer(key, "claim", signer_kwargs={"digest_method": hashlib.sha256})
        self._replays = URLSafeSerializer(key, "replay", signer_kwargs={"digest_method": hashlib.sha256})
        self._mail = URLSafeSerializer(key, "mail", signer_kwargs={"digest_method": hashlib.sha256})
        self._friends = URLSafeSerializer(key, "friend", signer_kwargs={"digest_method": hashlib.sha256})
        self._tokens = URLSafeSerializer(key, "token", signer_kwargs={"digest_method": hashlib.sha256})

    def new_cookie(self) -> str:
        """A cookie for somebody who has none."""
        return str(self._cookies.dumps(secrets.token_hex(16)))

    def holder(self, cookie: str | None) -> str | None:
        """The holder id of a cookie: a hash, so that a stolen store opens no seat."""
        if not cookie:
            return None
        try:
            name = self._cookies.loads(cookie)
        except BadSignature:
            return self._person(cookie)
        return hashlib.sha256(str(name).encode()).hexdigest()[:32]

    def cookie_for(self, holder: str) -> str:
        """A unique cookie for a further device of a holder, whose first cookie only the first device knows."""
        return str(self._people.dumps([holder, secrets.token_hex(8)]))

    def _person(self, cookie: str) -> str | None:
        try:
            found = self._people.loads(cookie)
        except BadSignature:
            return None
        return str(found[0] if isinstance(found, list) else found)

    def is_shared(self, cookie: str) -> bool:
        """Whether this is a cookie of an older version, which all further devices of a person share."""
        try:
            return isinstance(self._people.loads(cookie), str)
        except BadSignature:
            return False

    def claim(self, table: str, seat: int, epoch: int) -> str:
        """The secret part of a link that opens a seat."""
        return str(self._claims.dumps([table, seat, epoch]))

    def token(self, table: str, seat: int, epoch: int) -> str:
        """The bearer token with which a bot acts for a seat."""
        return str(self._tokens.dumps([table, seat, epoch]))

    def read_claim(self, claim: str) -> tuple[str, int, int] | None:
        """The table, seat and epoch that a link was made for."""
        return _read(self._claims, claim)

    def read_token(self, token: str) -> tuple[str, int, int] | None:
        """The table, seat and epoch that a token was made for."""
        return _read(self._tokens, token)

    def friend(self, holder: str, other: str) -> str:
        """The id of a person in another's list of friends; it reveals nothing about them elsewhere."""
        return hashlib.sha256(str(self._friends.dumps([holder, other])).encode()).hexdigest()[:16]

    def replay_key(self, table: str) -> str:
        """The secret part of a link that shows a finished private game to everybody who has the link."""
        return str(self._replays.dumps(table))

    def opens_replay(self, table: str, key: str) -> bool:
        """Whether a link was made for the replay of this table."""
        try:
            return bool(self._replays.loads(key) == table)
        except BadSignature:
            return False

    def mail_link(self, purpose: str, mail: str) -> str:
        """The secret part of a link in a message, which confirms an address or stops what is sent there."""
        return str(self._mail.dumps([purpose, mail]))

    def read_mail_link(self, purpose: str, link: str) -> str | None:
        """The address that a link was made for, if it was made for this purpose."""
        try:
            made_for, mail = self._mail.loads(link)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(mail) if made_for == purpose else None


def _read(serializer: URLSafeSerializer, text: str) -> tuple[str, int, int] | None:
    try:
        table, seat, epoch = serializer.loads(text)
    except (BadSignature, ValueError, TypeError):
        return None
    return str(table), int(seat), int(epoch)
