"""Images of a project: whatever a file holds, only harmless pixels are used."""

import errno
import os
import struct
import zlib
from importlib.util import find_spec
from io import BytesIO

import pytest
from PIL import Image

from offleash.projects import images, svg_cleaning
from offleash.projects.boards_and_rules import restore_version
from offleash.projects.history import list_versions
from offleash.projects.images import clean_image, delete_image, read_image, read_images, save_image
from offleash.projects.svg_cleaning import clean_svg
from offleash.tools import files
from offleash.tools.errors import BadFile, BadNotation, OffleashError

SQUARE = '<rect width="8" height="8" fill="#ff0000"/>'


def svg(inside, attributes='viewBox="0 0 8 8"'):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}'
    return f'{head} xmlns:xlink="http://www.w3.org/1999/xlink">{inside}</svg>'.encode()


def picture(kind="PNG", size=(30, 20), mode="RGB", **extra):
    out = BytesIO()
    Image.new(mode, size, "red").save(out, kind, **extra)
    return out.getvalue()


def saved(image, kind):
    out = BytesIO()
    image.save(out, kind)
    return out.getvalue()


def opened(data):
    return Image.open(BytesIO(data))


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_of(width, height, data=b""):
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
    return start + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def test_only_pixels_remain():
    exif = Image.Exif()
    exif[0x010E] = "the photographer's address"
    photo = picture("JPEG", exif=exif, comment=b"<script>")
    assert b"address" in photo and b"<script>" in photo
    ending, data = clean_image(photo)
    assert ending == ".jpg" and b"address" not in data and b"<script>" not in data
    ending, data = clean_image(picture("PNG", (3000, 1500), "RGBA"))
    assert (ending, opened(data).size, opened(data).mode) == (".png", (1200, 600), "RGBA")


def test_an_svg_becomes_pixels():
    ending, data = clean_image(svg(SQUARE))
    assert ending == ".png" and opened(data).size == (1200, 1200)
    assert opened(data).convert("RGB").getpixel((600, 600)) == (255, 0, 0)


HARMFUL = [
    "<script>alert(1)</script>",
    '<image href="file:///etc/passwd"/>',
    '<image href="http://example.org/a.png"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>',
    '<rect width="1" height="1" onclick="alert(1)"/>',
    '<use href="http://example.org/a.svg#b"/>',
    '<use xlink:href="other.svg#b"/>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<rect fill="url(http://example.org/#a)"/>',
    '<rect style="fill:url(//example.org/a)"/>',
    "<style>@import 'http://example.org/a.css';</style>",
    "<style>rect{fill:url(http://example.org)}</style>",
    '<animate attributeName="href" values="x"/>',
    '<filter id="f"><feImage href="http://example.org/a"/></filter>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<rect style="filter:blur(2px);mask:url(#m);fill:red"/>',
    "<style>rect{fill:red;filter:blur(2px)} g{mix-blend-mode:hue;mask:none}</style>",
    "<style>rect{fill:red{filter:blur(2px)}</style>",
    "<style>rect{fill:red/*}g{*/;filter:blur(2px)}</style>",
]


@pytest.mark.parametrize("inside", HARMFUL)
def test_what_could_do_harm_is_removed_from_an_svg(inside):
    text = clean_svg(svg(SQUARE + inside), 100)
    assert "#ff0000" in text
    for word in ("alert", "example", "passwd", "script", "import", "other", "animate", "foreign"):
        assert word not in text
    for word in ("filter", "mask", "blend"):
        assert word not in text


def test_plain_styles_of_an_svg_remain():
    styles = '<style>.a{fill:#00ff00;filter:none}</style><rect class="a" style="x:1; opacity:.5"/>'
    text = clean_svg(svg(styles), 100)
    assert ".a{fill:#00ff00}" in text and 'style="opacity:.5"' in text


@pytest.mark.parametrize("side", ["0" * 20 + "8", "8" + " " * 20])
def test_a_long_size_is_refused(side):  # matching it could take long
    with pytest.raises(BadNotation, match="needs a viewBox"):
        clean_svg(svg(SQUARE, f'width="{side}" height="8"'), 100)


@pytest.mark.parametrize("size", ["8", "8.5px", " .5 in ", "12mm"])
def test_sizes_of_an_svg(size):
    assert 'width="100"' in clean_svg(svg(SQUARE, f'width="{size}" height="{size}"'), 100)


@pytest.mark.skipif(find_spec("resource") is None, reason="Windows has no such limits")
def test_an_svg_that_takes_too_much_memory_is_refused(monkeypatch):
    monkeypatch.setattr(svg_cleaning, "DRAWING_MEGABYTES", 20)
    layers = svg(38 * '<g opacity=".9">' + SQUARE + 38 * "</g>")
    with pytest.raises(BadNotation, match="takes over 20 MB of memory"):
        clean_image(layers)


SLOW = 2000 * '<rect width="8" height="8" opacity=".5"/>'  # minutes


@pytest.mark.skipif(find_spec("resource") is None, reason="Windows has no such limits")
def test_an_svg_that_takes_too_much_computing_is_refused(monkeypatch):
    monkeypatch.setattr(svg_cleaning, "DRAWING_CPU_S", 1)
    monkeypatch.setattr(svg_cleaning, "DRAWING_TIMEOUT_S", None)
    with pytest.raises(BadNotation, match="takes over 10 seconds: simplify it"):
        clean_image(svg(SLOW))


def test_an_svg_that_takes_too_long_to_draw_is_refused(monkeypatch):
    monkeypatch.setattr(svg_cleaning, "DRAWING_TIMEOUT_S", 0.2)
    with pytest.raises(BadNotation, match="takes over 10 seconds: simplify it"):
        clean_image(svg(SLOW))


def bomb():
    parts = [10 * f"&l{n};" for n in range(9)]
    levels = "".join(f'<!ENTITY l{n + 1} "{part}">' for n, part in enumerate(parts))
    return f'<!DOCTYPE svg [<!ENTITY l0 "ha">{levels}]>'.encode() + svg("<text>&l9;</text>")


def uses():
    copies = [10 * f'<use href="#u{n}"/>' for n in range(9)]
    levels = "".join(f'<g id="u{n + 1}">{part}</g>' for n, part in enumerate(copies))
    return svg(f'<rect id="u0" width="1" height="1"/>{levels}<use href="#u9"/>')


def clips():
    circles = 100 * '<circle r="6"/>'
    return svg(f'<clipPath id="c">{circles}</clipPath>' + 300 * '<rect clip-path="url(#c)"/>')


def long_copies():
    line = '<polyline id="p" points="' + 10_000 * "1,1 8,8 " + '"/>'
    return svg(line + 1000 * '<use href="#p"/>')


REFUSED = {
    "nothing": b"",
    "text": b"hello",
    "html": b"<html><script>alert(1)</script></html>",
    "a gif": b"GIF89a" + bytes(50),
    "half a file": picture()[:60],
    "too many bytes": bytes(900_001),
    "too many pixels": picture(size=(4001, 4000), mode="L"),
    "pixels beyond measure": png_of(30_000, 30_000),
    "more pixels than data": png_of(4000, 4000, bytes(100)),
    "an entity bomb": bomb(),
    "one entity": b'<!DOCTYPE svg [<!ENTITY a "b">]>' + svg("<text>&a;</text>"),
    "an external entity": b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg("&x;"),
    "too many elements": svg("<g/>" * 5001),
    "too deep": svg("<g>" * 60 + "</g>" * 60),
    "no size": svg(SQUARE, ""),
    "a size beyond measure": svg(SQUARE, 'viewBox="0 0 1e300 1"'),
    "another encoding": svg(SQUARE).decode().encode("utf-16"),
    "broken": b"<svg",
}


@pytest.mark.parametrize("name", REFUSED)
def test_hostile_files_are_refused(name):
    with pytest.raises(BadNotation):
        clean_image(REFUSED[name])


def test_a_part_may_be_used_to_clip():
    parts = '<defs><rect id="a"/></defs><clipPath id="b"><use href="#a"/></clipPath>'
    assert "url(#b)" in clean_svg(svg(f'{parts}<g clip-path="url(#b)">{SQUARE}</g>'), 100)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_an_image_that_grows_is_made_smaller(mode, tmp_path, monkeypatch):
    most = 30_000
    monkeypatch.setattr(images, "MOST_IMAGE_BYTES", most)
    noise = Image.frombytes(mode, (150, 150), os.urandom(150 * 150 * len(mode)))
    ending, data = images._encode(saved(noise, "PNG"))
    assert len(saved(noise, "PNG")) > most >= len(data)
    assert ending == (".png" if mode == "RGBA" else ".jpg")
    (tmp_path / f"image-cover{ending}").write_bytes(data)
    assert read_image(tmp_path / f"image-cover{ending}").startswith("data:image/")


def test_one_image_at_a_time_is_decoded(monkeypatch):
    monkeypatch.setattr(images, "_encode", lambda data: images._decoding.locked())
    assert clean_image(picture()) is True
    assert not images._decoding.locked()


def test_why_a_file_is_no_image_is_found_out_once(tmp_path, monkeypatch):
    path = tmp_path / "image-cover.png"
    path.write_bytes(b"<html>")
    for clean in (clean_image, None):  # the second time it is not called
        monkeypatch.setattr(images, "clean_image", clean)
        with pytest.raises(BadFile, match="not an SVG"):
            read_image(path)


@pytest.mark.parametrize("make", [uses, clips, long_copies])
def test_too_many_copies_are_refused_before_they_are_drawn(make):
    with pytest.raises(BadNotation, match="too many copies"):
        clean_svg(make(), 100)


def test_images_are_versions_and_can_be_brought_back(tmp_path):
    (tmp_path / "project.toml").write_text('game = "uri-nation"\n')
    slots = ["cover"]
    save_image(tmp_path, "cover", slots, picture())
    first = (tmp_path / "image-cover.png").read_bytes()
    save_image(tmp_path, "cover", slots, picture("JPEG"))  # replaces the other file
    assert [path.name for path in tmp_path.glob("image-*")] == ["image-cover.jpg"]
    assert read_images(tmp_path)["cover"].startswith("data:image/jpeg;base64,")
    delete_image(tmp_path, "cover")
    assert read_images(tmp_path) == {}
    number = next(v.number for v in list_versions(tmp_path) if "image-cover.png" in v.files)
    assert restore_version(tmp_path, number, "image-cover.png") == ["image-cover.png"]
    assert (tmp_path / "image-cover.png").read_bytes() == first
    for slot in ("../cover", "other", ""):
        with pytest.raises(BadNotation):
            save_image(tmp_path, slot, slots, picture())
    with pytest.raises(BadNotation):
        delete_image(tmp_path, "../cover")


def test_a_full_disk_loses_no_image(tmp_path, monkeypatch):
    (tmp_path / "project.toml").write_text('game = "uri-nation"\n')
    save_image(tmp_path, "cover", ["cover"], picture())
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    def no_room(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "_write_draft", no_room)
        with pytest.raises(OffleashError, match="No space"):
            save_image(tmp_path, "cover", ["cover"], picture("JPEG"))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_file_that_was_put_there_is_cleaned_too(tmp_path):
    (tmp_path / "image-cover.svg").write_bytes(svg(SQUARE + HARMFUL[0]))
    assert read_images(tmp_path)["cover"].startswith("data:image/png;base64,")
    (tmp_path / "image-back.png").write_bytes(b"<html>")
    with pytest.raises(BadFile, match=r"image-back\.png"):
        read_images(tmp_path)
    (tmp_path / "image-back.png").unlink()
    (tmp_path / "image-back.png").symlink_to("/etc/passwd")
    assert list(images.image_files(tmp_path)) == ["cover"]
