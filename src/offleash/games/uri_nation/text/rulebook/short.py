"""The summary: what one looks up while playing, on one page."""

from offleash.core.prose import count_of
from offleash.core.rulebook import Paragraph, Passage, points
from offleash.games.uri_nation.text.rulebook.box import bowls
from offleash.games.uri_nation.text.rulebook.chosen import Told
from offleash.games.uri_nation.text.rulebook.marking import action_table


def summary(told: Told) -> tuple[Passage, ...]:
    """A turn, the actions, the dogs, the end."""
    o = told.o
    stop = {
        "anywhere": "stop where you like",
        "full_roll": "walk the whole roll",
        "min_one": "stop where you like after a first step",
    }[o.stop_rule]
    drive = [f"mid-block {o.midblock_drive}"]
    drive += [f"deeper into a side street {o.side_street_drive}"] * told.has_side_streets
    drive += [f"path {o.path_drive}"] * told.has_paths + [f"drink {o.drink_drive}"]
    return (
        points(
            f"**Income**, Swagger for connected territories ({o.swagger_per} each time)"
            if o.swagger_mode != "band"
            else "**Income**, Swagger for groups",
            f"**Walk**, {count_of(o.walk_dice, 'die', 'dice')}: {stop}",
            f"**{count_of(o.actions_per_turn, 'action')}**, where you stand",
            "**Home** refills your bowl "
            + ("if you passed it" if o.resupply_on == "pass_or_land" else "if you stopped there"),
            f"**Won** with {count_of(o.win_territories, 'territory', 'territories')}; at the "
            "latest after "
            f"{count_of(o.max_rounds, 'round')} with the most",
            numbered=True,
        ),
        action_table(told),
        Paragraph(f"**Drive on the way:** {', '.join(drive)}. Zebra crossings are free."),
        bowls(told),
    )
