"""SVG pictures inside a page: their ids get a prefix, and nothing in them runs or loads."""

import re
from io import StringIO
from xml.sax import SAXParseException, parseString
from xml.sax.handler import ContentHandler
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl

LINK_ATTRIBUTES = ("href", "xlink:href")
ID_LIST_ATTRIBUTES = (
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "aria-details",
)
FORBIDDEN_ELEMENTS = ("script", "foreignObject", "iframe", "style")


class _Prefixer(XMLGenerator):
    """Writes the elements it reads, with a prefix before every id and every reference to one."""

    def __init__(self, out: StringIO, prefix: str) -> None:
        super().__init__(out, "utf-8", short_empty_elements=True)
        self.prefix = prefix

    def startDocument(self) -> None:  # noqa: N802
        """Write no XML declaration, which a page can't contain."""

    def processingInstruction(self, target: str, data: str) -> None:  # noqa: N802
        """Write no processing instruction, which a page can't contain."""

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        if name in FORBIDDEN_ELEMENTS:
            raise ValueError(f"a picture may not contain a {name} element")
        changed = {key: self._rewrite(key, attrs.getValue(key)) for key in attrs.getNames()}
        super().startElement(name, AttributesImpl(changed))

    def _rewrite(self, key: str, value: str) -> str:
        if key.startswith("on"):
            raise ValueError(f"a picture may not contain the handler {key}")
        if key == "id":
            return self.prefix + value
        if key in ID_LIST_ATTRIBUTES:
            return " ".join(self.prefix + reference for reference in value.split())
        if key in LINK_ATTRIBUTES:
            if not value.startswith(("#", "data:image/")):
                raise ValueError(f"a picture may not load {value}")
            return f"#{self.prefix}{value[1:]}" if value.startswith("#") else value
        if "url(" not in value:  # as nearly always, and a picture has many thousand attributes
            return value
        return re.sub(r"url\((['\"]?)#", rf"url(\g<1>#{self.prefix}", value)


def inline_svg(svg: str, prefix: str) -> str:
    """Turn an SVG document into an element of a page, with unique ids.

    Raises ValueError if the document is not well-formed, or would run or load something.
    """
    out = StringIO()
    handler: ContentHandler = _Prefixer(out, prefix)
    try:
        parseString(svg.encode("utf-8"), handler)
    except SAXParseException as error:
        raise ValueError(f"a picture is not well-formed: {error.getMessage()}") from None
    return out.getvalue().strip()
