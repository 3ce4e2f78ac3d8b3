"""An id fixes rules, options and encoding: none of them changes without a new version."""

import dataclasses

import pytest

import offleash
from offleash.games import registry
from tests.adapters.peers import peer
from tests.adapters.versions import FILE, digest_of, is_shipped

ADVICE = """
What an id stands for has changed. Whoever learns with it must be able to tell: give it a new number
in NEWER_VERSIONS of adapters/gymnasium.py, then run `python -m tests.adapters.versions`.
"""
RECORDED = dict(line.split() for line in FILE.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("name", RECORDED)
def test_an_id_stands_for_what_it_stood_for(name):
    peer("gymnasium")
    from offleash.adapters.gymnasium import versioned_ids

    ids = versioned_ids()
    assert name in ids, f"{name} is gone"
    assert digest_of(**ids[name]) == RECORDED[name], ADVICE


def test_every_preset_has_an_id():
    gymnasium = peer("gymnasium")
    from offleash.adapters.gymnasium import PRESETS, versioned_ids

    shipped = {name: facts for name, facts in versioned_ids().items() if is_shipped(facts["game"])}
    assert {*shipped} == {*RECORDED} and {*shipped} <= {*gymnasium.registry}
    games = {facts["game"] for facts in shipped.values()}
    presets = {name: tuple(registry.load(name).rules.presets) for name in games}
    assert {name: names for name, names in presets.items() if names} == PRESETS


def test_other_rules_and_another_encoding_have_other_digests(monkeypatch):
    usual = digest_of("domidog")
    assert digest_of("domidog", "expansion") != usual
    game = offleash.load_game("domidog")
    encoding = dataclasses.replace(game.learning.encoding, spans=game.learning.encoding.spans[::-1])
    learning = dataclasses.replace(game.learning, encoding=encoding)
    other = dataclasses.replace(game, learning=learning)
    assert digest_of(other) != usual
