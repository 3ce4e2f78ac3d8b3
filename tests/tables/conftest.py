"""Tests of tables may ask for a database."""

from tests.tables.postgresql import postgresql  # noqa: F401
