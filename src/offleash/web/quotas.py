"""Fair shares: how much one browser, and all browsers of one address together, may use.

Each worker counts separately. The server's owner has no quotas, and neither has an address of this
machine, which may be a proxy's; its browsers have theirs.
"""

import math
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING

from offleash.tools.errors import OffleashError
from offleash.tools.prose import count_of

if TYPE_CHECKING:  # the supervisor needs only the settings
    from starlette.requests import HTTPConnection

    from offleash.web.metrics import Metrics

MAX_CLIENTS = 50_000  # for which a worker remembers what they used
RETRY_COUNTED_S = 10.0  # for a quota of things at the same time: nobody knows when one ends
NUMBER = "[1-9][0-9]{0,8}"
OFF = "off"  # the text of a quota that limits nothing
IPV6_PREFIX_BITS = 64  # what one household has


@dataclass(frozen=True)
class Quota:
    """How many uses of a thing there are: in so many seconds, or at the same time if 0."""

    count: int
    seconds: int
    text: str

    def __str__(self) -> str:
        return f"{self.count}/{self.seconds}" if self.seconds else str(self.count)


Quotas = Mapping[str, Quota]  # by name; what is missing has no limit

DEFAULT_QUOTAS: Quotas = {
    "requests": Quota(300, 30, "requests for pages and files"),
    "tables": Quota(10, 60, "new tables"),
    "open": Quota(100, 0, "unfinished tables at which the browser has a seat"),
    "sockets": Quota(20, 0, "open pages at tables"),
    "messages": Quota(200, 20, "messages from pages at tables"),
    "advice": Quota(20, 60, "requests for advice"),
    "chat": Quota(10, 30, "lines in the chat"),
    "uploads": Quota(2000, 3600, "kilobytes of uploaded transcripts"),
    "futures": Quota(20, 300, "requests for futures"),
    "comments": Quota(10, 600, "comments on shared projects"),
    "saves": Quota(100, 600, "saves with a link that allows editing"),
    "project": Quota(
        200, 0, "megabytes of a project with its history; above that, links can't save"
    ),
    "waiting": Quota(2, 0, "uploads or futures in the queue"),
    "address": Quota(5, 0, "how many browsers' shares one address may use"),
    "database": Quota(
        1_000_000, 0, "megabytes in the database; above that, there are no new tables"
    ),
    "disk": Quota(500, 0, "megabytes that must be free on the disk of an SQLite file"),
}


def parse_quotas(texts: Iterable[str]) -> Quotas:
    """Return the quotas, changed by texts such as `tables=10/60`, `sockets=20` or `advice=off`.

    Raises OffleashError if one is wrong.
    """
    quotas = dict(DEFAULT_QUOTAS)
    for text in texts:
        name, _, value = text.partition("=")
        if name not in DEFAULT_QUOTAS:
            names = ", ".join(DEFAULT_QUOTAS)
            raise OffleashError(f"--limit {text}: {name!r} is not one of the limits {names}")
        if value == OFF:
            quotas.pop(name, None)
        else:
            quotas[name] = _parse(text, value, DEFAULT_QUOTAS[name])
    return quotas


def _parse(text: str, value: str, quota: Quota) -> Quota:
    pattern = f"{NUMBER}/{NUMBER}" if quota.seconds else NUMBER
    if not re.fullmatch(pattern, value):
        example = "COUNT/SECONDS" if quota.seconds else "COUNT"
        raise OffleashError(f"--limit {text}: write {example} or {OFF} after the =")
    count, _, seconds = value.partition("/")
    return replace(quota, count=int(count), seconds=int(seconds or 0))


class TooManyRequests(OffleashError):
    """A quota is used up; the message and `retry_after` say when to try again."""

    def __init__(self, quota: Quota, wait_s: float) -> None:
        self.retry_after = max(1, math.ceil(wait_s))
        wait = count_of(self.retry_after, "second")
        super().__init__(f"too many {quota.text}; try again in {wait}")


@dataclass(frozen=True)
class Client:
    """A browser and its address."""

    browser: str  # its holder id, empty if it has no cookie yet: it then shares the address's quota
    address: str  # empty for this machine
    is_owner: bool = False

    @property
    def name(self) -> str:
        """What tells it from others: without a cookie, all browsers of an address are one."""
        return self.browser or f"address {self.address}"


def client_of(connection: "HTTPConnection") -> Client:
    """Return the client behind a request."""
    keys = getattr(connection.app.state, "keys", None)
    address = network_of(connection.client.host if connection.client else "")
    browser = (keys.holder_of(connection) if keys else None) or ""
    return Client(browser, address, connection.app.state.is_owner(connection))


def network_of(host: str) -> str:
    """Return the address with a quota: an IPv4 address, the network of an IPv6 one, or nothing."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            prefix = int(address) >> (128 - IPV6_PREFIX_BITS)
            return "" if address.is_loopback else f"{prefix:x}::/{IPV6_PREFIX_BITS}"
        return network_of(str(address.ipv4_mapped))
    return "" if address.is_loopback else str(address)


class FairShares:
    """What every client of a worker has used lately."""

    def __init__(
        self,
        quotas: Quotas,
        clock: Callable[[], float] = time.monotonic,
        metrics: "Metrics | None" = None,
    ) -> None:
        self.quotas, self._clock, self._metrics = quotas, clock, metrics
        # for each quota and client: when all that it used will be free again
        self._free_at: dict[tuple[str, str], float] = {}
        self._counts: Counter[tuple[str, str]] = Counter()

    def use(self, client: Client, name: str, amount: float = 1.0) -> None:
        """Use so much of a quota. Raise TooManyRequests if that is more than there is."""
        quota = self.quotas.get(name)
        if client.is_owner or quota is None:
            return
        now, free_at = self._clock(), {}
        for key, factor in self._keys(client, name):
            cost = amount * quota.seconds / (quota.count * factor)
            free_at[key] = max(now, self._free_at.get(key, now)) + cost
            # one use always fits, however much it costs
            wait_s = free_at[key] - now - max(quota.seconds, cost)
            if wait_s > 1e-9:
                raise self._refusal(quota, wait_s)
        self._free_at |= free_at
        if len(self._free_at) > MAX_CLIENTS:
            self._forget(now)

    def _keys(self, client: Client, name: str) -> Iterator[tuple[tuple[str, str], int]]:
        """Yield the keys that count a use, and how many times the quota each has."""
        if client.browser:
            yield (name, client.browser), 1
        if "address" in self.quotas and (client.address or not client.browser):
            yield (name, f"address {client.address}"), self.quotas["address"].count

    def _forget(self, now: float) -> None:
        """Forget clients that have all their shares again; then those that used least."""
        times = sorted(self._free_at.items(), key=lambda item: item[1])
        self._free_at = {key: at for key, at in times[-MAX_CLIENTS // 2 :] if at > now}

    @contextmanager
    def hold(self, client: Client, name: str) -> Iterator[None]:
        """Count something while it lasts. Raise TooManyRequests if there are too many."""
        self.check_count(client, name)
        keys = [key for key, _ in self._keys(client, name)]
        self._counts.update(keys)
        try:
            yield
        finally:
            for key in keys:
                self._counts[key] -= 1
                if not self._counts[key]:
                    del self._counts[key]

    def check_count(self, client: Client, name: str, count: int = 0) -> None:
        """Raise TooManyRequests if one more is too many; `count` more are counted elsewhere."""
        quota = self.quotas.get(name)
        if client.is_owner or quota is None:
            return
        for key, factor in self._keys(client, name):
            if self._counts[key] + count >= quota.count * factor:
                raise self._refusal(quota, RETRY_COUNTED_S)

    def _refusal(self, quota: Quota, wait_s: float) -> TooManyRequests:
        if self._metrics:
            self._metrics.count("over_quota_total")
        return TooManyRequests(quota, wait_s)


def shares_of(connection: "HTTPConnection") -> FairShares:
    """Return the fair shares of this worker."""
    shares: FairShares = connection.app.state.shares
    return shares
