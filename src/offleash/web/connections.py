"""The open connections of a worker: only so many of one address, and only so many in all.

When there are too many, the one goes that has been idle longest. A connection is idle from its
start, or from the end of an answer, until a whole head has arrived; single bytes don't count.
"""

from collections import defaultdict
from ipaddress import IPv6Address, ip_address
from typing import Protocol

MAX_OPEN = 10_000
MAX_OF_ADDRESS = 200
OTHER_DESCRIPTORS = 200  # for the database, other processes and files
OWN_ADDRESSES = ("", "127.0.0.1", "::1")  # a proxy's, which counts connections itself, or a file's


class Connection(Protocol):
    """What is known of a connection."""

    address: str
    idle_since: float | None  # None while a request is answered, and for a WebSocket

    def abort(self) -> None: ...


class OpenConnections:
    """Counts connections, and closes the oldest idle one for a new one."""

    def __init__(self, in_all: int = MAX_OPEN, of_address: int = MAX_OF_ADDRESS) -> None:
        self.in_all, self.of_address = in_all, of_address
        self._open: set[Connection] = set()
        self._by_address: dict[str, set[Connection]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, connection: Connection) -> bool:
        """Add a connection, unless there are too many and none of them is idle."""
        place = network_of(connection.address)
        near = self._by_address[place]
        is_own = connection.address in OWN_ADDRESSES
        is_crowded = not is_own and len(near) >= self.of_address
        if is_crowded and not self._evict(near):
            return False
        if len(self._open) >= self.in_all and not self._evict(self._open):
            return False
        self._open.add(connection)
        self._by_address[place].add(connection)
        return True

    def remove(self, connection: Connection) -> None:
        """Forget a connection, if it was admitted."""
        place = network_of(connection.address)
        self._open.discard(connection)
        self._by_address[place].discard(connection)
        if not self._by_address[place]:
            del self._by_address[place]

    def _evict(self, among: set[Connection]) -> bool:
        """Close the connection that has been idle longest; False if none is idle."""
        idle = [(c.idle_since, n, c) for n, c in enumerate(among) if c.idle_since is not None]
        if not idle:
            return False
        oldest = min(idle)[2]
        self.remove(oldest)
        oldest.abort()
        return True


def network_of(address: str) -> str:
    """Return the address that connections are counted by: of IPv6, a customer's part."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))


def open_limit() -> int:
    """Take all descriptors that a worker may have, and return how many connections it can hold."""
    try:
        import resource
    except ImportError:  # Windows
        return 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_OPEN + OTHER_DESCRIPTORS
    limit = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        soft = limit
    return min(MAX_OPEN, soft - min(OTHER_DESCRIPTORS, soft // 2))
