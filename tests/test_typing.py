"""What people write against the installed package passes `mypy --strict`."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.timeouts import TIMEOUT_S

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
SCRIPT = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)[0]


def check_types(folder: Path, script: str) -> str:
    """What mypy says about a script that lies outside of the project.

    The project's settings are strict, and with its cache mypy need not read every library again.
    """
    (folder / "script.py").write_text(script, encoding="utf-8")
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"]
    cache = ["--cache-dir", str(ROOT / ".mypy_cache")]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    process = subprocess.run(
        [sys.executable, "-m", "mypy", *settings, *cache, "script.py"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    return process.stdout + process.stderr


def test_the_script_of_the_guide_passes_the_strictest_checks(tmp_path):
    assert "offleash.simulate" in SCRIPT and "offleash.new" in SCRIPT
    assert check_types(tmp_path, SCRIPT) == ""


def test_a_wrong_use_is_reported(tmp_path):
    script = "import offleash\n\nrun = offleash.simulate(3)\nrun.gmaes\n"
    lines = check_types(tmp_path, script).splitlines()
    assert [re.sub(r".*\[(.*)\]", r"\1", line) for line in lines] == ["arg-type", "attr-defined"]


def test_a_misspelt_keyword_is_reported(tmp_path):
    script = 'import offleash\n\noffleash.compare("dog", {}, {}, marign=20, games=300)\n'
    lines = check_types(tmp_path, script).splitlines()
    assert len(lines) == 1 and 'did you mean "margin"?  [call-arg]' in lines[0]
