"""Cookies: ours are known again, and nobody else can make one."""

import pytest
from starlette.requests import HTTPConnection
from starlette.responses import Response

from offleash.web import cookies as keys
from offleash.web.cookies import COOKIE, Keys

KEY = b"k" * 32


def with_cookie(cookie: str) -> HTTPConnection:
    header = (b"cookie", f"{COOKIE}={cookie}".encode("latin-1"))
    return HTTPConnection({"type": "http", "headers": [header]})


def test_a_browser_is_known_again_by_every_worker_with_the_key():
    browser = Keys(KEY).new_browser()
    assert Keys(KEY).browser_of(with_cookie(Keys(KEY).sign(browser))) == browser


def test_forged_and_foreign_cookies_are_nobody():
    keys = Keys(KEY)
    signed = keys.sign("somebody")
    wrong = ["", "somebody", "somebody.", "nobody" + signed[8:], signed[:-1], signed + "A"]
    wrong += [Keys(b"x" * 32).sign("somebody"), "\xff.\xff", "." * 5000, signed.swapcase()]
    assert [keys.browser_of(with_cookie(cookie)) for cookie in wrong] == [None] * len(wrong)
    assert keys.browser_of(with_cookie(signed)) == "somebody"


def test_the_log_cannot_be_turned_into_a_cookie():
    own_keys = Keys(KEY)
    holder = keys.holder("somebody")
    assert holder == own_keys.holder_of(with_cookie(own_keys.sign("somebody")))
    assert len(holder) == 32 and "somebody" not in holder
    assert own_keys.holder_of(with_cookie(holder)) is None


@pytest.mark.parametrize("is_secure", [False, True])
def test_no_script_sees_the_cookie_and_no_other_site_sends_it(is_secure):
    response = Response()
    Keys(KEY).remember(response, "somebody", is_secure)
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "max-age=31536000" in cookie
    assert ("secure" in cookie.split("; ")) is is_secure


@pytest.mark.parametrize("name", ["Anna", "Ünï; Möwe=x", "犬", "a,b"])
def test_a_name_comes_back_as_it_was(name):
    response = Response()
    keys.remember_name(response, name, False)
    value = response.headers["set-cookie"].split(";")[0]
    connection = HTTPConnection({"type": "http", "headers": [(b"cookie", value.encode())]})
    assert keys.name_of(connection) == name
