"""Heat maps: where on the board things happen."""

from collections.abc import Mapping

from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.parts import Picture, Section


def heat_maps(data: ArmData) -> dict[str, Picture]:
    """The game's heat maps by name."""
    if data.game.heat is None:
        return {}
    sums = data.loaded.results.sums(data.arm)
    maps = data.game.heat(data.table.variants[:1], sums, data.count)
    return {heat.name: Picture(heat.svg, f"{heat.title}.") for heat in maps}


def heat_map_section(pictures: Mapping[str, Picture]) -> Section | None:
    """A section with all these maps."""
    if not pictures:
        return None
    lead = "Everything counted on the board, over all games."
    return Section("Where does it happen?", list(pictures.values()), lead)
