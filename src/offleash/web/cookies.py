"""Identifies browsers by a signed random id in a cookie. There are no accounts."""

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote as quote_url, unquote

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "offleash"
NAME_COOKIE = "offleash-name"  # the name last used; not signed, since it grants nothing
OWNER_COOKIE = "offleash-owner"
ONE_YEAR = 365 * 24 * 3600
ROLES = ("browser", "owner")  # that cookies are signed for


class Keys:
    """Signs and reads cookies with one key, the same for all workers and after a restart.

    `owners` is the number of the current owner: owner cookies of other numbers are invalid.
    """

    def __init__(self, key: bytes, owners: int = 1) -> None:
        self._signer, self._owner_signer = (_signer(key, f"offleash {role}") for role in ROLES)
        if owners > 1:
            self._owner_signer = _signer(key, f"offleash {ROLES[1]} {owners}")
        self._owner_secret = hmac.digest(key, f"offleash studio link {owners}".encode(), "sha256")

    @property
    def owner_key(self) -> str:
        """The key in the Studio link: the same after a restart, another one for a new owner."""
        return base64.urlsafe_b64encode(self._owner_secret[:18]).decode()

    def new_browser(self) -> str:
        """Return an id for a browser that has none."""
        return secrets.token_urlsafe(24)

    def sign(self, browser: str) -> str:
        """Return the signed cookie of a browser id."""
        return self._signer.sign(browser).decode()

    def browser_of(self, connection: HTTPConnection) -> str | None:
        """Return the browser's id, or None if its cookie is missing or invalid."""
        try:
            return self._signer.unsign(connection.cookies.get(COOKIE, "")).decode()
        except (BadSignature, UnicodeError):
            return None

    def holder_of(self, connection: HTTPConnection) -> str | None:
        """Return the holder id of this browser in the log, or None if it has no id yet."""
        browser = self.browser_of(connection)
        return None if browser is None else holder(browser)

    def remember(self, response: Response, browser: str, is_secure: bool) -> None:
        """Set the browser's cookie, or renew it."""
        _set(response, COOKIE, self.sign(browser), is_secure)

    def is_owner(self, connection: HTTPConnection) -> bool:
        """Return whether this browser has a valid owner cookie."""
        return self._owner_signer.validate(connection.cookies.get(OWNER_COOKIE, ""))

    def remember_owner(self, response: Response, is_secure: bool) -> None:
        """Set the owner's cookie, which stays valid after restarts of the server."""
        cookie = self._owner_signer.sign(secrets.token_urlsafe(12)).decode()
        _set(response, OWNER_COOKIE, cookie, is_secure)


def forget_browser(response: Response) -> None:
    """Remove the cookies of a browser, but not an owner's."""
    response.delete_cookie(COOKIE)
    response.delete_cookie(NAME_COOKIE)


def _signer(key: bytes, salt: str) -> Signer:
    return Signer(key, salt=salt, key_derivation="hmac", digest_method=hashlib.sha256)


def holder(browser: str) -> str:
    """Return the holder id of a browser in the log: a hash, which does not give away the cookie."""
    return hashlib.sha256(browser.encode()).hexdigest()[:32]


def name_of(connection: HTTPConnection) -> str:
    """Return the name last used in this browser. It comes from a cookie: check it before use."""
    return unquote(connection.cookies.get(NAME_COOKIE, ""))


def remember_name(response: Response, name: str, is_secure: bool) -> None:
    """Set the name for the next table."""
    _set(response, NAME_COOKIE, quote_url(name, safe=""), is_secure)


def _set(response: Response, cookie: str, value: str, is_secure: bool) -> None:
    response.set_cookie(
        cookie, value, max_age=ONE_YEAR, httponly=True, secure=is_secure, samesite="lax"
    )
