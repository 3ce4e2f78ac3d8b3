"""Somebody who learns a game on its page: reads each step, and clicks what is marked."""

from collections.abc import Callable
from typing import Any

from tests.timeouts import TIMEOUT_S

# What a learner can do now: read on, click what is marked, or play a game of their own.
READY = """(before) => {
  const isShown = (id) => !document.getElementById(id).hidden;
  const text = document.getElementById("guide-text").textContent;
  if (isShown("guide-play")) return { kind: "end", text };
  if (isShown("guide-next")) return { kind: "read", text };
  const table = document.getElementById("table");
  const mark = document.querySelector("#targets .hinted, #buttons .hinted");
  if (!mark || !table.classList.contains("acting")) return null;
  const { target, action } = mark.dataset;
  const key = [table.dataset.seq, target ?? action ?? mark.textContent, text].join("|");
  if (key === before) return null;
  mark.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = mark.getBoundingClientRect();
  return { kind: "click", text, key, x: box.left + box.width / 2, y: box.top + box.height / 2 };
}"""


SETTLE_MS = 60  # a move of several steps is under way for a moment


def walk_guide(
    page: Any, is_touch: bool = False, look: Callable[[str], None] = lambda text: None
) -> list[str]:
    """Goes through a guided game to its end; gives the texts that were read."""
    texts: list[str] = []
    key = ""
    while True:
        ready = page.wait_for_function(READY, arg=key, polling=20, timeout=1000 * TIMEOUT_S)
        state = ready.json_value()
        page.wait_for_timeout(SETTLE_MS)
        if page.evaluate(READY, key) != state:
            continue
        if state["text"] not in texts:
            texts.append(state["text"])
            look(state["text"])
        if state["kind"] == "end":
            return texts
        if state["kind"] == "read":
            page.click("#guide-next")
            continue
        key = state["key"]
        point = page.touchscreen.tap if is_touch else page.mouse.click
        point(state["x"], state["y"])
