"""The files in deploy/: read by the programs that they are for, where those are installed."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import typer
import yaml

from offleash.cli.app import app
from offleash.cli.serve import HOST
from tests.test_docs import check_command

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
INSTRUCTIONS = {
    "FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL",
    "HEALTHCHECK", "ENTRYPOINT", "CMD",
}  # fmt: skip


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [tuple(line.split(None, 1)) for line in lines if line.strip()]


def compose() -> dict:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_the_container_file_builds_what_the_compose_file_runs():
    steps = instructions()
    assert {name for name, _ in steps} <= INSTRUCTIONS
    last_stage = steps[max(n for n, (name, _) in enumerate(steps) if name == "FROM") :]
    values = dict(last_stage)
    assert values["USER"] != "root" and int(values["USER"]) > 0
    for name, value in steps:
        if name == "COPY" and not value.startswith("--from"):
            for path in value.split()[:-1]:
                assert (ROOT / path).exists(), path
    copied = " ".join(value for name, value in steps if name == "COPY").split()
    assert {"pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "src"} <= {*copied}
    assert compose()["services"]["server"]["build"]["dockerfile"] == "deploy/Containerfile"
    assert "/healthz" in values["HEALTHCHECK"] and values["EXPOSE"] == "8380"
    ignore = (DEPLOY / "Containerfile.containerignore").read_text().splitlines()
    assert ignore[0] == "*" and "!src" in ignore


def test_the_server_runs_read_only_and_only_caddy_is_reached_from_outside():
    services = compose()["services"]
    server = services["server"]
    assert server["read_only"] and server["cap_drop"] == ["ALL"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    volumes = {volume.split(":")[0] for s in services.values() for volume in s.get("volumes", ())}
    assert {name for name in volumes if not name.startswith(".")} == set(compose()["volumes"])
    assert {n for s in services.values() for n in s["networks"]} == set(compose()["networks"])
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
    assert {name for name in ("scheduler", "player") if "lab" in services[name]["profiles"]} == {
        "scheduler",
        "player",
    }


def test_a_password_may_have_any_characters():
    """In an address, an @ or a / would end it."""
    environment = compose()["services"]["server"]["environment"]
    assert "$" not in environment["OFFLEASH_DATABASE"]
    assert environment["PGPASSWORD"] == "${POSTGRES_PASSWORD}"


def test_the_commands_of_the_files_are_commands_of_the_program():
    check_command(["offleash", *compose()["services"]["server"]["command"]])
    unit = (DEPLOY / "offleash@.service").read_text()
    start = re.search(r"^ExecStart=\S+/offleash (.*)$", unit, re.MULTILINE)[1]
    check_command(["offleash", *start.replace("%i", "8380").split()])
    serve = typer.main.get_command(app).get_command(None, "serve")
    variables = {option.envvar for option in serve.params if option.envvar}
    assert variables == {"OFFLEASH_DATABASE", "OFFLEASH_PUBLIC_URL"}
    assert variables <= set(compose()["services"]["server"]["environment"])
    assert HOST.fullmatch("server")  # what Caddy calls it


def test_the_unit_is_valid(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing")
    unit = (DEPLOY / "offleash@.service").read_text()
    path = tmp_path / "offleash@8380.service"
    path.write_text(unit.replace("/opt/offleash/bin/offleash", "/bin/true"))
    result = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_caddyfile_is_valid():
    text = (DEPLOY / "Caddyfile").read_text()
    assert text.count("{") == text.count("}") and "health_uri /readyz" in text
    if caddy := shutil.which("caddy"):
        variables = {"OFFLEASH_NAME": "play.example.org", "OFFLEASH_SERVERS": "127.0.0.1:8380"}
        command = [caddy, "adapt", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile"]
        subprocess.run(command, check=True, env={**os.environ, **variables}, capture_output=True)
