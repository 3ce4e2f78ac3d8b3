"""Every test sees the toys beside the shipped games."""

import tests.toys  # noqa: F401
