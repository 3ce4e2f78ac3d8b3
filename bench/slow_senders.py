"""Hostile connections to a site: heads, bodies, handshakes and frames, a byte at a time, for ever.

They run in a process of their own, from other addresses of this machine, and come back at once
when they are thrown out. How much they send is counted.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

BYTE_INTERVAL_S = 0.5
ADDRESSES = 5  # as few as the limit of an address allows for 500 connections
HEAD = b"Host: localhost\r\nx-dog: "
BODY = b"\r\nContent-Length: 100000\r\n\r\n"
UPGRADE = b"GET /watch/nobody/socket HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
KEYS = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
KINDS = (
    b"GET / HTTP/1.1\r\n" + HEAD,
    b"POST /new/dog HTTP/1.1\r\n" + HEAD + BODY,
    b"GET / HTTP/1.1\r\n" + HEAD + BODY,
    UPGRADE + HEAD,
    UPGRADE + b"Host: localhost\r\n" + KEYS,  # then frames
)


Counts = Any  # a shared array: connections and bytes


async def _send_slowly(port: int, number: int, counts: Counts) -> None:
    local = (f"127.0.0.{2 + number % ADDRESSES}", 0)
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=local)
            counts[0] += 1
            try:
                writer.write(KINDS[number % len(KINDS)])
                while not reader.at_eof():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(BYTE_INTERVAL_S):
                            await reader.read(65536)
                    writer.write(b"x")
                    counts[1] += 1
                    await writer.drain()
            finally:
                writer.transport.abort()
        await asyncio.sleep(0.1)


async def _send_all(port: int, count: int, counts: Counts) -> None:
    await asyncio.gather(*(_send_slowly(port, number, counts) for number in range(count)))


def run_senders(port: int, count: int, counts: Counts) -> None:
    asyncio.run(_send_all(port, count, counts))


@contextmanager
def slow_senders(link: str, count: int) -> Iterator[Counts]:
    """So many of them, until the block is left; gives how often they connected and sent a byte."""
    port, context = int(link.rpartition(":")[2]), multiprocessing.get_context("spawn")
    counts = context.Array("q", 2)
    process = context.Process(target=run_senders, args=(port, count, counts))
    process.start()
    time.sleep(2)  # until all are there
    try:
        yield counts
        assert process.is_alive(), "the hostile connections ended"
    finally:
        process.terminate()
        process.join()
