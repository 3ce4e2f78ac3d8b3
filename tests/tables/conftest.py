"""Tests of tables may ask for a database, and their jobs run at normal priority."""

from collections.abc import Iterator

import pytest

from tests.tables.postgresql import postgresql  # noqa: F401
from tests.tables.rooms import room, tables_site  # noqa: F401
from tests.web.priority import unniced_jobs


@pytest.fixture(scope="module", autouse=True)
def unniced() -> Iterator[None]:
    from offleash.tables.replays import replay

    with unniced_jobs(replay):
        yield
