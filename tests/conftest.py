"""Every test sees the toys beside the shipped games, and may open a page in a browser."""

import tests.toys  # noqa: F401
from tests.browser import chromium, open_page  # noqa: F401
