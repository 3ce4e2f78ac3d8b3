"""Copying records in compiled code: as rows of 64-bit words, never by assignment."""

from offleash.compiler.rules.random import rule


@rule
def copy_record(words, target, source):
    """Copy record `source` over record `target` of the same array."""
    for i in range(words.shape[1]):
        words[target, i] = words[source, i]


@rule
def copy_across(child_words, target, words, source):
    """Copy record `source` of one array over record `target` of another."""
    for i in range(words.shape[1]):
        child_words[target, i] = words[source, i]
