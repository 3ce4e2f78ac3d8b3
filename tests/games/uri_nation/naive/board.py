"""A board as its text shows it: cells are (row, col), everything else is looked up or walked."""

from collections import deque
from functools import cache

ROAD = "=x"
REMEMBERED = [
    "steps",
    "crossings",
    "distances",
    "depth",
    "frontage",
    "fronting",
    "reach",
    "runs",
    "neighbourhood",
    "home_adjacent",
]
DIRECTIONS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def cell_of(text):
    row, col = text.strip().split(",")
    return int(row), int(col)


def name(cell):
    return f"({cell[0]},{cell[1]})"


def neighbour(cell):
    """The four orthogonal neighbours by direction, on the board or off it."""
    return {d: (cell[0] + down, cell[1] + right) for d, (down, right) in DIRECTIONS.items()}


class Board:
    """Reads the text grid format (5a); answers where things are and what is next to what."""

    def __init__(self, text):
        head, _, grid = text.partition("grid:\n")
        self.radius, self.paths, self.lines = None, {}, {}
        for line in head.splitlines()[1:]:
            key, _, value = line.partition(":")
            if key == "influence_radius":
                self.radius = int(value)
            elif key == "path":
                entry, leave = value.split(">")
                self.paths[cell_of(entry)] = cell_of(leave)
            elif key == "bond":
                bond, _, territories = value.partition(":")
                self.lines[cell_of(bond)] = {cell_of(word) for word in territories.split()}
        rows = [row for row in grid.splitlines() if row]
        self.glyph = {(r, c): g for r, row in enumerate(rows) for c, g in enumerate(row)}
        self.walkable = {cell for cell, g in self.glyph.items() if g in "s:"}
        self.sidewalk = {cell for cell, g in self.glyph.items() if g == "s"}
        self.homes = {int(g): cell for cell, g in self.glyph.items() if g in "1234"}
        self.territories = self.all_of("T")
        for question in REMEMBERED:
            setattr(self, question, cache(getattr(self, question)))

    def all_of(self, glyphs):
        """Every cell with one of these glyphs, in reading order."""
        return [cell for cell, g in sorted(self.glyph.items()) if g in glyphs]

    # Walking

    def steps(self, cell):
        """Direction → walkable neighbour."""
        return {d: to for d, to in neighbour(cell).items() if to in self.walkable}

    def crossings(self, cell):
        """Direction → (cell on the other side, free?), by M12."""
        by_direction = {}
        if cell not in self.sidewalk:
            return by_direction
        for d in DIRECTIONS:
            road, at = [], neighbour(cell)[d]
            while self.glyph.get(at, "?") in ROAD:
                road.append(self.glyph[at])
                at = neighbour(at)[d]
            if road and at in self.sidewalk:
                by_direction[d] = (at, "=" not in road)
        return by_direction

    def distances(self, cells):
        """Walking steps from the nearest of the cells, without crossings."""
        far = dict.fromkeys(cells, 0)
        queue = deque(cells)
        while queue:
            cell = queue.popleft()
            for to in self.steps(cell).values():
                if to not in far:
                    far[to] = far[cell] + 1
                    queue.append(to)
        return far

    def depth(self, cell):
        """How far a side-street cell is from the main sidewalk (M14); 0 on the sidewalk."""
        far = self.distances(frozenset(self.sidewalk))
        return far.get(cell, 0)

    # Frontage

    def frontage(self, feature):
        return {cell for cell in neighbour(feature).values() if cell in self.walkable}

    def fronting(self, cell, glyphs):
        """Features of these kinds next to a walkable cell, in reading order."""
        around = sorted(neighbour(cell).values())
        return [f for f in around if self.glyph.get(f, "?") in glyphs and cell in self.walkable]

    def reach(self, cell, feature):
        """Walking steps from a cell to the nearest frontage cell of a feature; 999 for never."""
        far = self.distances(frozenset({cell}))
        return min((far.get(front, 999) for front in self.frontage(feature)), default=999)

    # Adjacency (A2, A3, A7, A8)

    def runs(self):
        """The straight sidewalk runs of `segment` (A2, N4), and each side street as one run."""
        ends = {cell for cell in self.sidewalk if self.is_corner(cell) or self.is_mouth(cell)}
        runs = []
        for forward, back in (("E", "W"), ("S", "N")):
            for cell in sorted(self.sidewalk):
                if neighbour(cell)[back] in self.sidewalk and cell not in ends:
                    continue  # not where a run begins
                run, at = {cell}, neighbour(cell)[forward]
                while at in self.sidewalk:
                    run.add(at)
                    if at in ends:
                        break
                    at = neighbour(at)[forward]
                runs.append(run)
        return runs + self.side_streets()

    def is_corner(self, cell):
        # READING (A2): any sidewalk cell where the sidewalk turns or branches.
        near = {d for d, to in neighbour(cell).items() if to in self.sidewalk}
        return bool(near & {"N", "S"}) and bool(near & {"E", "W"})

    def is_mouth(self, cell):
        return any(self.glyph.get(to) == ":" for to in neighbour(cell).values())

    def side_streets(self):
        # READING (A2): all side-street cells that hang together are one run, bends and all.
        left, streets = self.walkable - self.sidewalk, []
        while left:
            street, queue = set(), [min(left)]
            while queue:
                cell = queue.pop()
                if cell not in street:
                    street.add(cell)
                    queue += [to for to in neighbour(cell).values() if to in left]
            left -= street
            streets.append(street)
        return streets

    def touching(self, a, b, reading):
        """Are two territories adjacent under a reading, bond links aside?"""
        fronts_a, fronts_b = self.frontage(a), self.frontage(b)
        if reading == "touch":
            return b in neighbour(a).values()
        if reading == "cell":
            return bool(fronts_a & fronts_b)
        if reading == "step":
            return any(x == y or y in self.steps(x).values() for x in fronts_a for y in fronts_b)
        return any(run & fronts_a and run & fronts_b for run in self.runs())

    def influence(self, bond, radius):
        """Territories in a bond's influence (A8, N3); radius 0 = as the board says."""
        # READING (N3): a `bond:` line speaks for its own bond; the others go by the radius.
        if bond in self.lines:
            return self.lines[bond]
        if not radius:
            radius = 2 if self.radius is None else self.radius
        far = self.distances(frozenset(self.frontage(bond)))
        return {
            t
            for t in self.territories
            if any(far.get(cell, 999) <= radius for cell in self.frontage(t))
        }

    def neighbourhood(self, label):
        """Territories that touch a home (A7, 1.4)."""
        return {t for t in self.territories if t in neighbour(self.homes[label]).values()}

    def home_adjacent(self, label):
        """Territories for the starting claim (A7, 1.2), in reading order."""
        return [t for t in self.territories if self.touching(t, self.homes[label], "step")]

    def doorstep(self, label):
        """Where a dog at home stands (S3)."""
        return min(self.frontage(self.homes[label]))
