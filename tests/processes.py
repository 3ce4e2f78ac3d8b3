"""Runs Python in a process of its own, with other switches than this one."""

import os
import subprocess
import sys


def run_python(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=600,
        check=False,
    )


def output_of(code: str, *arguments: str, **environment: str) -> str:
    done = run_python(code, *arguments, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout
