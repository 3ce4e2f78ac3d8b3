"""Games that a page in chromium plays, with nothing but what the test hands to it."""

import base64
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from tests.browser import CHROMIUM
from tests.web.wasm_orders import Case

TICKS = os.sysconf("SC_CLK_TCK")

PREPARE = """
async ({ source, description, code, order }) => {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { Game } = await import(address);
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  globalThis.game = new Game(description, async (file) => bytes(code[file]));
  globalThis.order = { ...order, options: order.options.map(bytes) };
}
"""
PLAY = "async (games) => { globalThis.parts = await game.play({ ...order, games }); }"
READ = """
async () => {
  const text = (data) => new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.split(",")[1]);
    reader.readAsDataURL(new Blob([data]));
  });
  const answers = {};
  for (const [part, data] of Object.entries(parts)) answers[part] = await text(data);
  return answers;
}
"""


def play_in_chromium(folder: Path, case: Case) -> dict[str, Any]:
    """Digests of what a page plays, and the processor time of the whole browser for it."""
    description = json.loads((folder / f"{case.game.name}.json").read_text())
    files = [facts["file"] for facts in description["modules"].values()]
    argument = {
        "source": (folder / "offleash.js").read_text(),
        "description": description,
        "code": {file: base64.b64encode((folder / file).read_bytes()).decode() for file in files},
        "order": case.order(),
    }
    page = CHROMIUM.new_context(offline=True).new_page()
    try:
        page.goto((folder / "offleash.js").as_uri())
        page.evaluate(PREPARE, argument)
        page.evaluate(PLAY, max(1, case.games // 2))  # by then the browser has optimised the code
        before = browser_seconds()
        page.evaluate(PLAY, case.games)
        seconds = browser_seconds() - before
        answers = page.evaluate(READ)
    finally:
        page.context.close()
    digests = {
        part: hashlib.sha256(base64.b64decode(data)).hexdigest() for part, data in answers.items()
    }
    return {"digests": digests, "s": seconds}


def browser_seconds() -> float:
    """The processor time of every process below this one that belongs to a browser."""
    parents, times = {}, {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = place.read_text().partition("(")[2].rpartition(")")
        except OSError:  # it has ended
            continue
        fields = rest.split()
        number = int(place.parent.name)
        parents[number] = int(fields[1])
        if "chrom" in name or "headless" in name:
            times[number] = (int(fields[11]) + int(fields[12])) / TICKS

    def is_ours(number: int) -> bool:
        while number in parents:
            if number == os.getpid():
                return True
            number = parents[number]
        return False

    return sum(seconds for number, seconds in times.items() if is_ours(number))
