"""The fields of the form as a browser without scripts would send them."""

from html.parser import HTMLParser
from typing import Any


class FormFields(HTMLParser):
    """Collects the fields of the form with the id `question`, and the choices of its lists."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.choices: dict[str, dict[str, str]] = {}  # of every select, their words by value
        self._is_inside, self._select, self._option = False, "", None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._open(tag, dict(attrs))

    def _open(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "form":
            self._is_inside = attributes.get("id") == "question"
        if not self._is_inside:
            return
        if tag == "input":
            is_box = attributes.get("type") in ("checkbox", "radio")
            if not is_box or "checked" in attributes:
                self.sent[attributes["name"]] = attributes.get("value", "")
        elif tag == "select":
            self._select = attributes["name"]
            self.choices[self._select] = {}
        elif tag == "option" and self._select:
            self._option = attributes.get("value")
            self.choices[self._select][self._option or ""] = ""
            if "selected" in attributes or self._select not in self.sent:
                self.sent[self._select] = self._option or ""

    def handle_data(self, data: str) -> None:
        if self._option is not None and self._select:
            self.choices[self._select][self._option] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False
        elif tag == "select":
            self._select = ""
        elif tag == "option":
            self._option = None
