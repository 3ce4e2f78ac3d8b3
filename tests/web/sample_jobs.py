"""Jobs for the tests of jobs: a process imports them by name."""

import os
import resource
import time

from offleash.tools.errors import OffleashError


def count(send, most):
    for number in range(most):
        send(number)


def tell_limits(pipe):
    kinds = (resource.RLIMIT_AS, resource.RLIMIT_DATA, resource.RLIMIT_CPU, resource.RLIMIT_CORE)
    pipe.send((os.nice(0), *(resource.getrlimit(kind)[0] for kind in kinds)))


def tell_who(send):
    send((os.getpid(), os.nice(0)))


def linger(send):
    send(os.getpid())
    time.sleep(3600)


def refuse(send):
    raise OffleashError("there is no such bone")


def stumble(send):
    raise ZeroDivisionError


def vanish(send):
    os.kill(os.getpid(), 9)


def echo(pipe):
    """Sends back what it receives, and ends with the status that it is told."""
    while isinstance(message := pipe.receive(None), str):
        pipe.send(message)
    os._exit(message)


def exit_at_once(pipe, folder):
    os._exit(9)


def swell(send):
    send(len(bytearray(1 << 40)))


def crowd(send):
    """Takes memory in pieces, as a parser would."""
    pieces = []
    while True:
        pieces.append(bytes(64 << 20))  # addresses alone: nobody writes there
