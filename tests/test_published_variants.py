"""The tables of rules that were changed alone: complete, and small games point the same way."""

import pytest
from findings import page, variants
from findings.variant_tables import VariantTable, clarity, is_clear, is_opposite, read_tables

from offleash.contract.options import format_setting
from offleash.games import registry

TABLES = variants.list_tables()
ELSEWHERE = {"players", "starter"}  # how many play has questions of its own; who starts is drawn
SMALL = 360  # games per arm


def title(table):
    return table["title"]


def test_every_other_game_has_a_table_and_every_option_a_row():
    shipped = {
        name for name, row in registry.ROWS.items() if row.module.startswith("offleash.games.")
    }
    assert {table["game"] for table in TABLES} == shipped - {"uri-nation"}
    for table in TABLES:
        options = {option.name for option in registry.load(table["game"]).rules.options}
        assert {*variants.options_of(table)} == options - ELSEWHERE


@pytest.mark.parametrize("table", TABLES, ids=title)
def test_a_variant_is_not_the_rule_it_changes(table):
    game = registry.load(table["game"])
    base = game.options(table["preset"] or None, table["options"])
    for variant in table["variants"]:
        today = format_setting(game.rules.options, base, variant["option"])
        assert variant["value"] != today
    texts = [variant["text"] for variant in table["variants"]]
    assert len({*texts}) == len(texts)


@pytest.mark.parametrize("table", list(read_tables()), ids=lambda table: table.fields["title"])
def test_the_page_has_every_variant_with_enough_games(table):
    text = "\n".join(table.section())
    assert text in page.render()
    for strength, result in table.results.items():
        assert len(result["variants"]) == len(table.fields["variants"])
        assert all(row["games"] >= variants.GAMES for row in result["variants"])
        assert [*result["seats"]] == [variants.BOTS[strength]] * len(result["seats"])
    assert all(f"| {row['text']} |" in text for row in table.rows)


@pytest.mark.parametrize("table", list(read_tables()), ids=lambda table: table.fields["title"])
def test_a_few_games_do_not_contradict_the_clearest_change(table):
    row = max(table.rows, key=clarity)
    result = variants.play(variants.experiment_of(table.fields, row["option"], games=SMALL))
    (again,) = (p for p in result["points"] if p["values"][row["option"]] == row["value"])
    compared = 0
    for measure, change in row["differences"].items():
        low, high = again["differences"].get(measure, {}).get("interval", (None, None))
        if change["p_holm"] < 0.05 and low is not None:
            compared += 1
            assert high > 0 if change["difference"] > 0 else low < 0
    assert compared


# Sentences, on made-up results


def row(value, difference, p_holm, half=0.1):
    ends = [difference - half, difference + half]
    change = {"difference": difference, "interval": ends, "p_holm": p_holm}
    return {
        "option": "lot", "today": "0", "value": value, "games": 2400,
        "figures": {"turns": 5 + difference}, "differences": {"turns": change},
    }  # fmt: skip


def toy_table(greedy, search=None):
    fields = {
        "game": "toy", "title": "Toy", "rules": "printed rules", "preset": "base",
        "options": {"players": 3},
        "variants": [
            {"option": "lot", "value": "1", "text": "one lot"},
            {"option": "lot", "value": "2", "text": "two lots"},
        ],
    }  # fmt: skip
    measures = [{"measure": "turns", "unit": "", "is_share": False}]
    results = {
        strength: {"seed": 7, "measures": measures, "base": {"turns": 5.0}, "variants": rows}
        for strength, rows in (("greedy", greedy), ("search", search))
        if rows
    }
    return VariantTable(fields, results)


def test_the_clearest_change_comes_first_and_what_is_not_clear_is_named():
    table = toy_table([row("1", 0.05, 0.4), row("2", -2.0, 0.001)])
    assert [r["text"] for r in table.rows] == ["two lots", "one lot"]
    assert table.answer == (
        "**1 of 2 changes is clear:** two lots. Not shown to change anything in the table: one lot."
    )
    assert [*table.table()][2:] == [
        "| printed rules | 5.00 |",
        "| two lots | −2.00\\* |",
        "| one lot | +0.05 |",
    ]
    assert table.agreement == ""
    assert table.command == (
        "offleash sweep toy --preset base --set players=3 --over lot=0,2 --seed 7"
    )


def test_a_change_without_any_effect_is_said_to_have_none():
    table = toy_table([row("1", 0.0, 1.0, half=0.0), row("2", 3.0, 0.001)])
    assert table.answer.endswith("Greedy bots play exactly the same games with one lot.")
    assert not is_clear(table.rows[1])


def test_searching_bots_agree_or_turn_a_change_around():
    greedy = [row("1", 1.0, 0.001), row("2", -2.0, 0.001)]
    agree = toy_table(greedy, [row("1", 0.5, 0.01), row("2", 0.1, 0.5)])
    assert agree.agreement == (
        "1 of 2 changes is clear among searching bots as well, and none points the other way."
    )
    opposed = toy_table(greedy, [row("1", -0.5, 0.01), row("2", -1.0, 0.001)])
    assert opposed.agreement.endswith(
        "**They disagree** on one lot (turns: −0.50 instead of +1.00)."
    )
    assert not is_opposite(None, greedy[0]["differences"]["turns"])
