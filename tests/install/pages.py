"""Every page of a running site: follows the links of pages from a few addresses on."""

import re
import signal
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx

from tests.install.environment import Environment
from tests.timeouts import TIMEOUT_S

ADDRESS = re.compile(r'(?:href|src)="([^"]+)"')
SCRIPT = re.compile(r"<script>.*?</script>", re.DOTALL)


@contextmanager
def serving(environment: Environment, *arguments: str) -> Iterator[tuple[str, httpx.Client]]:
    """A site, and the owner's browser; the site has to stop without complaints."""
    process = subprocess.Popen(
        [str(environment.python), "-m", "offleash", "serve", "--port", "0", *arguments],
        cwd=environment.work,
        env=environment.variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        link = process.stdout.readline().split()[1]
        owner = process.stdout.readline().split()[1]
        with httpx.Client(timeout=TIMEOUT_S, headers={"origin": link.rstrip("/")}) as browser:
            browser.get(owner)
            yield link, browser
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=TIMEOUT_S)
        assert (process.returncode, rest, errors) == (0, "Stopped. All tables are saved.\n", "")
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def visit(browser: httpx.Client, link: str, starts: Iterable[str], followed: str) -> dict[str, int]:
    """The status of these addresses and of all that links lead to, if their paths begin so."""
    waiting = [urljoin(link, start) for start in starts]
    statuses: dict[str, int] = {}
    while waiting:
        address = waiting.pop()
        path = urlsplit(address).path
        if not address.startswith(link) or path in statuses:
            continue
        answer = browser.get(address, follow_redirects=True)
        statuses[path] = answer.status_code
        if answer.headers.get("content-type", "").startswith("text/html"):
            targets = ADDRESS.findall(SCRIPT.sub("", answer.text))
            addresses = [urldefrag(urljoin(address, target))[0] for target in targets]
            waiting += [
                target for target in addresses if urlsplit(target).path.startswith(followed)
            ]
    return statuses
