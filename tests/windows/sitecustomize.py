"""Makes Python lack what it lacks on Windows, if this folder is in PYTHONPATH."""

import multiprocessing.reduction
import os
import signal
import subprocess  # noqa: F401  # before `msvcrt` is there, which it takes for Windows
import sys
import types

MODULES = ("fcntl", "resource", "uvloop", "grp", "pwd", "readline", "termios")
SIGNALS = ("SIGHUP", "SIGALRM", "alarm", "pthread_sigmask")
CALLS = ("nice", "fork", "O_DIRECTORY", "sched_getaffinity", "getuid")


def locking(handle: int, mode: int, count: int) -> None:
    """The one function of `msvcrt` that we call, over a lock that POSIX has."""
    os.lockf(handle, mode, count)


if __name__ == "sitecustomize":  # when Python starts; a test imports it by another name
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in ((signal, SIGNALS), (os, CALLS)):
        for name in names:
            delattr(module, name)
    multiprocessing.reduction.HAVE_SEND_HANDLE = False  # so there is no fork server
    msvcrt = types.ModuleType("msvcrt")
    msvcrt.locking, msvcrt.LK_NBLCK = locking, os.F_TLOCK  # type: ignore[attr-defined]
    sys.modules["msvcrt"] = msvcrt
