"""What people write, without characters that nobody can see.

Such characters make names and lines look empty, turn their direction round or hide a message. Some
are needed all the same: they join emoji to one sign, and shape letters of some scripts.
"""

import unicodedata

JOINER, NON_JOINER = "\u200d", "\u200c"
# Letters and signs that Unicode calls visible, and that look like nothing
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\U0001d159")
VIRAMA = 9  # the combining class of signs after which letters join
BLACK_FLAG = "\U0001f3f4"  # tags after it make it the flag of a region
TAGS = "".join(map(chr, range(0xE0020, 0xE0080)))
MAX_TAGS = 7  # of a flag: a country, a region and the end


def remove_invisible(text: str) -> str:
    """Return a text without the characters that can't be seen and shape nothing that can."""
    visible = ""
    for number, letter in enumerate(text, 1):
        if _is_visible(letter, visible, text[number : number + 1] or " "):
            visible += letter
    return visible


def has_visible(text: str) -> bool:
    """Return whether a text has a letter, a number, a punctuation mark or a symbol."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text)


def _is_visible(letter: str, before: str, after: str) -> bool:
    """Return whether a letter can be seen, or shapes what is before and after it."""
    last = before[-1:] or " "
    if letter in (JOINER, NON_JOINER):
        return _joins(letter, last, after)
    if _is_variation(letter):
        return not last.isspace() and not _is_variation(last)
    if letter in TAGS:
        flag = before.rstrip(TAGS)
        return flag.endswith(BLACK_FLAG) and len(before) - len(flag) < MAX_TAGS
    is_new_emoji = "\U0001f000" <= letter <= "\U0001faff"  # which this Python may not know yet
    return (letter.isprintable() or is_new_emoji) and letter not in BLANKS


def _joins(letter: str, last: str, after: str) -> bool:
    """Return whether a joiner is between emoji, or a joiner or non-joiner between joining letters.

    Domain names allow the latter (RFC 5892, A.1 and A.2), less some letters that never join.
    """
    if unicodedata.combining(last) == VIRAMA:
        return True
    bidirectional = unicodedata.bidirectional
    if bidirectional(last) in ("AL", "NSM") and bidirectional(after) == "AL":
        return True
    return letter == JOINER and all(unicodedata.category(one)[0] in "SM" for one in (last, after))


def _is_variation(letter: str) -> bool:
    """Return whether a character chooses another form of the one before it, such as an emoji."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
