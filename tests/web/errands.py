"""Jobs for the tests of jobs: a process imports them by name."""

import os
import time

from offleash.core.errors import OffleashError


def count(say, most):
    for number in range(most):
        say(number)


def tell_who(say):
    say((os.getpid(), os.nice(0)))


def linger(say):
    say(os.getpid())
    time.sleep(3600)


def refuse(say):
    raise OffleashError("there is no such bone")


def stumble(say):
    raise ZeroDivisionError


def vanish(say):
    os.kill(os.getpid(), 9)


def swell(say):
    say(len(bytearray(1 << 40)))


def crowd(say):
    """Takes memory in pieces, as a parser would."""
    pieces = []
    while True:
        pieces.append(bytes(64 << 20))  # addresses alone: nobody writes there
