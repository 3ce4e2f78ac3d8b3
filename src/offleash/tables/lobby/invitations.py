"""Invitations: links that work for others, as QR codes too, and who plays together with whom."""

import segno
from markupsafe import Markup
from starlette.requests import Request

from offleash.tables.live.table import Table
from offleash.tools.prose import join_and
from offleash.web.frame import address

QUIET_ZONE = 3  # modules of margin around a QR code
DARK, LIGHT = "#33240f", "#fffdf5"  # whatever the page's colours are


def qr_code(text: str) -> Markup:
    """Return a QR code as SVG for a page."""
    code = segno.make_qr(text, error="m")
    look = {"svgclass": None, "lineclass": None, "dark": DARK, "light": LIGHT}
    return Markup(code.svg_inline(border=QUIET_ZONE, omitsize=True, **look))


def partners_of(table: Table, seat: int) -> str:
    """Return the seats that win with a seat, and their players; empty if it has no partner."""
    if table.is_read_only:
        return ""
    sides = table.game.sides(table.session.options[0])
    partners = [n for n, side in enumerate(sides) if side == sides[seat] and n != seat]
    names = [(table.seat_word(n), table.seats[n].name) for n in partners]
    return join_and([f"{word} ({name})" if name else word for word, name in names])


def is_loopback(request: Request) -> bool:
    """Return whether the browser uses an address that only this machine has."""
    host = request.url.hostname or ""
    return host == "localhost" or host.startswith("127.") or host == "::1"


def share_address(request: Request, path: str) -> str:
    """Return a URL for others: in the local network if this browser uses the machine's address."""
    network: str = getattr(request.app.state, "network_url", "")
    if network and not request.app.state.public_url and is_loopback(request):
        return f"{network}{path}"
    return address(request, path)


def is_local_only(request: Request) -> bool:
    """Return whether nobody else can use the links that are shown here."""
    network = getattr(request.app.state, "network_url", "")
    return is_loopback(request) and not network and not request.app.state.public_url
