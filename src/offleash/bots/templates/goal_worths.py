"""What a goal is worth, for games whose `list_goals` notes it in their scratch space."""

from offleash.compiler.rule import kernel


@kernel
def goal_worth(work, rank):
    """Return what the goal of this rank is worth."""
    return int(work.goal_worth[rank])
