"""Invisible characters are removed, but for those that join emoji and letters."""

import sys
import unicodedata

import pytest

from offleash.tools.visible_text import has_visible, remove_invisible

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
NEEDED = {
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "a heart as an emoji, joined to fire": "❤\ufe0f\u200d🔥",
    "the flag of Scotland": SCOTLAND,
    "Persian, two parts of one word": "می\u200cخواهم",
    "Devanagari, after a virama": "क्\u200dष",
    "an accent": "e\u0301",
    "an ideograph in another form": "葛\U000e0100",
    "an emoji that is newer than Python": "\U0001faf9",
}


@pytest.mark.parametrize("text", NEEDED.values(), ids=NEEDED)
def test_what_shapes_others_stays(text):
    assert remove_invisible(text) == text
    assert remove_invisible(f"{text} {text}") == f"{text} {text}"


def test_no_format_or_control_character_is_left_alone():
    """Between Latin letters, every one of them is removed."""
    hidden = ("Cf", "Cc", "Cs", "Co", "Zl", "Zp")
    letters = [chr(n) for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) in hidden]
    text = "".join(f"a{letter}" for letter in letters)
    assert len(letters) > 2000 and remove_invisible(text) == "a" * len(letters)


@pytest.mark.parametrize(
    "text",
    [
        "\u200d",
        "a\u200db",
        "a\u200cb",
        "👩\u200d",
        "\u3164\u2800",
        "\ufe0f",
        "a" + "\ufe0f" * 9,
        "a" + "".join(map(chr, range(0xE0100, 0xE0110))),
        SCOTLAND + "\U000e0061" * 40,
    ],
)
def test_what_shapes_nothing_goes(text):
    assert len(remove_invisible(text)) < len(text)
    assert len(remove_invisible(text)) <= len(SCOTLAND) + 1


def test_visible_texts():
    assert all(map(has_visible, ("a", "犬", "7", "!", "🐶")))
    assert not any(map(has_visible, ("", " ", "\u0301", "\ufe0f")))
