"""Where on the board things happen."""

from collections.abc import Mapping

from offleash.lab.report.material import Material
from offleash.lab.report.parts import Picture, Section


def maps(material: Material) -> dict[str, Picture]:
    """The game's heat maps by name."""
    if material.game.heat is None:
        return {}
    sums = material.loaded.results.sums(material.arm)
    drawn = material.game.heat(material.table.variants[:1], sums, material.count)
    return {each.name: Picture(each.svg, f"{each.title}.") for each in drawn}


def places(found: Mapping[str, Picture]) -> Section | None:
    """All maps, one after another."""
    if not found:
        return None
    lead = "Everything that was counted on the board, over all games."
    return Section("Where does it happen?", list(found.values()), lead)
