"""Bots that behave, and bots that do not."""


class First:
    """Takes the first of all actions.

    And says no more about it.
    """

    def choose(self, view, legal):
        return legal[0]


class Drawer:
    """Any action, by its text and by the luck that it is given."""

    def choose(self, view, legal):
        return view.random.choice(legal).text


class Placed:
    """Asks for what it is made for."""

    def __init__(self, seat, options, depth=3):
        self.seat, self.options, self.depth = seat, options, depth

    def choose(self, view, legal):
        assert (self.seat, self.depth) == (view.seat, 3)
        return legal[-1]


class Wild:
    """Spoils all that it gets, and plays on as if nothing had been."""

    def choose(self, view, legal):
        first = legal[0]
        view.record.view("u1")[:] = 255
        view.options.view("u1")[:] = 255
        legal.clear()
        return first


class Greedy:
    """Asks for more than there is."""

    def __init__(self, depth):
        self.depth = depth

    def choose(self, view, legal):
        return legal[0]


class Dumb:
    """Never asked anything."""
