"""Who a browser is: a signed random id in a cookie. There are no accounts."""

import hashlib
import secrets
from urllib.parse import quote, unquote

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "offleash"
NAME_COOKIE = "offleash-name"  # what its owner was last called, not signed: it gives no right
OWNER_COOKIE = "offleash-owner"
ONE_YEAR = 365 * 24 * 3600
WHO = ("browser", "owner")  # whom cookies are signed for


class Keys:
    """Signs and reads cookies with one key, the same for all workers and after a restart.

    `owners` counts how often the owner was made anew: cookies of another number are worth nothing.
    """

    def __init__(self, key: bytes, owners: int = 1) -> None:
        self._signer, self._owners = (_signer(key, f"offleash {who}") for who in WHO)
        if owners > 1:
            self._owners = _signer(key, f"offleash {WHO[1]} {owners}")

    def new_browser(self) -> str:
        """An id for a browser that has none."""
        return secrets.token_urlsafe(24)

    def signed(self, browser: str) -> str:
        """What its cookie holds."""
        return self._signer.sign(browser).decode()

    def browser_of(self, connection: HTTPConnection) -> str | None:
        """The browser's id, where its cookie is ours and nobody changed it."""
        try:
            return self._signer.unsign(connection.cookies.get(COOKIE, "")).decode()
        except (BadSignature, UnicodeError):
            return None

    def holder_of(self, connection: HTTPConnection) -> str | None:
        """What the log calls this browser, or nothing where it has no id yet."""
        browser = self.browser_of(connection)
        return None if browser is None else holder(browser)

    def remember(self, response: Response, browser: str, is_secure: bool) -> None:
        """Hands the browser its id, or the same once more, so that it lasts."""
        _set(response, COOKIE, self.signed(browser), is_secure)

    def is_owner(self, connection: HTTPConnection) -> bool:
        """Whether this browser has shown the owner's key once."""
        return self._owners.validate(connection.cookies.get(OWNER_COOKIE, ""))

    def remember_owner(self, response: Response, is_secure: bool) -> None:
        """For this server and after its restarts, so that what is being drawn goes on."""
        cookie = self._owners.sign(secrets.token_urlsafe(12)).decode()
        _set(response, OWNER_COOKIE, cookie, is_secure)


def _signer(key: bytes, salt: str) -> Signer:
    return Signer(key, salt=salt, key_derivation="hmac", digest_method=hashlib.sha256)


def holder(browser: str) -> str:
    """What the log calls a browser: nobody can make a cookie from it."""
    return hashlib.sha256(browser.encode()).hexdigest()[:32]


def name_of(connection: HTTPConnection) -> str:
    """What its owner was last called, as the browser says: check it before it is used."""
    return unquote(connection.cookies.get(NAME_COOKIE, ""))


def remember_name(response: Response, name: str, is_secure: bool) -> None:
    """For the next table."""
    _set(response, NAME_COOKIE, quote(name, safe=""), is_secure)


def _set(response: Response, cookie: str, value: str, is_secure: bool) -> None:
    response.set_cookie(
        cookie, value, max_age=ONE_YEAR, httponly=True, secure=is_secure, samesite="lax"
    )
