"""Pictures inside a page: their ids are made their own, and nothing in them runs or loads."""

import re
from io import StringIO
from xml.sax import SAXParseException, parseString
from xml.sax.handler import ContentHandler
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl

POINTS = ("href", "xlink:href")
LISTS = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details")
REFUSED = ("script", "foreignObject", "iframe", "style")


class _Prefixer(XMLGenerator):
    """Writes what it reads, with a prefix before every id and every mention of one."""

    def __init__(self, out: StringIO, prefix: str) -> None:
        super().__init__(out, "utf-8", short_empty_elements=True)
        self.prefix = prefix

    def startDocument(self) -> None:  # noqa: N802
        """A picture inside a page has no XML declaration."""

    def processingInstruction(self, target: str, data: str) -> None:  # noqa: N802
        """None belongs into a page."""

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        if name in REFUSED:
            raise ValueError(f"a picture may not hold a {name} element")
        changed = {key: self._changed(key, attrs.getValue(key)) for key in attrs.getNames()}
        super().startElement(name, AttributesImpl(changed))

    def _changed(self, key: str, value: str) -> str:
        if key.startswith("on"):
            raise ValueError(f"a picture may not hold the handler {key}")
        if key == "id":
            return self.prefix + value
        if key in LISTS:
            return " ".join(self.prefix + each for each in value.split())
        if key in POINTS:
            if not value.startswith(("#", "data:image/")):
                raise ValueError(f"a picture may not load {value}")
            return f"#{self.prefix}{value[1:]}" if value.startswith("#") else value
        return re.sub(r"url\((['\"]?)#", rf"url(\g<1>#{self.prefix}", value)


def inlined(svg: str, prefix: str) -> str:
    """A whole SVG document as an element of a page; several may then have had the same ids."""
    out = StringIO()
    handler: ContentHandler = _Prefixer(out, prefix)
    try:
        parseString(svg.encode("utf-8"), handler)
    except SAXParseException as error:
        raise ValueError(f"a picture is not whole: {error.getMessage()}") from None
    return out.getvalue().strip()
