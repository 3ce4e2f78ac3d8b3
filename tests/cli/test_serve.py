"""`offleash serve` as a user meets it: the address at once, one sentence for every mistake."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from offleash.cli import app, serve
from offleash.cli.serve import folder_or_default, projects_folder
from offleash.studio.projects.projects import create_project
from offleash.tables.log import sql
from tests.cli.test_cli import error_of, offleash, output
from tests.tables.postgresql import free_port
from tests.timeouts import TIMEOUT_S


@contextmanager
def serving(*arguments, **environment):
    """The program, and the first line that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "offleash.cli", "serve", "--port", "0", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        start_new_session=True,
    )
    try:
        yield process, process.stdout.readline()
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=TIMEOUT_S)


def test_it_serves_until_ctrl_c_and_keeps_its_file(tmp_path):
    file = tmp_path / "dogs.sqlite"
    with serving("--database", file) as (process, line):
        link = line.split()[1]
        assert line == f"Open {link} in a browser; press Ctrl-C to stop.\n"
        studio = process.stdout.readline().strip()
        with urlopen(link, timeout=TIMEOUT_S) as page:
            assert page.status == 200
        second = error_of("serve", "--port", 0, "--database", file)
        assert second.startswith("offleash: another offleash serve uses the tables in ")
        os.killpg(process.pid, signal.SIGINT)
        stdout, stderr = process.communicate(timeout=TIMEOUT_S)
    assert studio.startswith(f"Studio: {link}owner/") and len(studio.rpartition("/")[2]) >= 24
    assert (process.returncode, stdout, stderr) == (0, "Stopped. All tables are saved.\n", "")
    assert file.exists()


def test_the_link_for_the_network_is_printed(tmp_path, monkeypatch, capsys):
    """And the key of the studio is no part of an address that others may read."""
    monkeypatch.setattr(serve, "run_workers", lambda *arguments: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = str(tmp_path / "x.sqlite")
    app.run(["serve", "--host", "0.0.0.0", "--port", "0", "--database", file])
    first, network, studio, _ = capsys.readouterr().out.splitlines()
    port = first.split()[1].rstrip("/").rpartition(":")[2]
    assert network.startswith("On your network: http://") and network.endswith(f":{port}/")
    words = studio.split()
    assert words[:2] == ["Studio:", f"http://127.0.0.1:{port}/owner"]
    assert words[2:5] == ["with", "the", "key"] and len(words[5]) >= 24


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--workers", "2"], "2 workers can't share a file; use --database"),
        (["--database", "/"], "/ is not a file name; tables need a file"),
        (["--database", "mysql://x"], "a database must be a file or postgresql://…, not mysql://"),
        (["--database", "/dev/null/x"], "tables can't be kept in /dev/null/x"),
        (
            ["--public-url", "dogs.example"],
            "--public-url must be like https://name or http://name:port",
        ),
        (
            ["--public-url", "https://x/y"],
            "--public-url must be like https://name or http://name:port",
        ),
        (
            ["--public-url", "https://[x"],
            "--public-url must be like https://name or http://name:port",
        ),
        (["--public-url", "http://a b"], "not 'http://a b'"),
        (
            ["--public-url", "http://u:p@x"],
            "--public-url must be like https://name or http://name:port",
        ),
        (
            ["--public-url", "http://<b>"],
            "--public-url must be like https://name or http://name:port",
        ),
        (["--port", "70000"], "70000"),
        (["--runs", "/dev/null"], "--runs /dev/null is not a folder"),
        (["--host", "203.0.113.7"], "'203.0.113.7' is not an address of this machine"),
    ],
)
def test_bad_arguments_give_one_error_message(tmp_path, arguments, sentence):
    assert sentence in error_of("serve", *arguments, XDG_DATA_HOME=str(tmp_path))


def test_projects_and_runs_have_default_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert projects_folder(None) == str(tmp_path / "offleash" / "projects")
    assert folder_or_default(None, "runs") == str(tmp_path / "offleash" / "runs")
    assert not list(tmp_path.iterdir())
    create_project(Path(projects_folder(None)), "mine", "uri-nation", "1.4")
    assert (tmp_path / "offleash" / "projects" / "mine" / "project.toml").is_file()


def test_a_busy_port_and_a_missing_database_give_one_error_message(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        words = error_of("serve", "--port", port, XDG_DATA_HOME=str(tmp_path))
        assert f"port {port} is in use" in words
    address = f"postgresql://dog:secret@127.0.0.1:{free_port()}/tables"
    words = error_of("serve", "--database", address, "--workers", 2)
    assert "can't be reached" in words and "secret" not in words


def test_help_says_when_tables_are_removed():
    text = " ".join(output("serve", "--help").split())
    for days in (sql.UNBEGUN_DAYS, sql.FINISHED_DAYS, sql.UPLOAD_DAYS):
        assert f"{days} days" in text


def test_help_imports_no_server():
    heavy = ("starlette", "uvicorn", "asyncpg", "msgspec", "jinja2", "numba")
    code = f"import sys, offleash.cli.app; print([m for m in {heavy} if m in sys.modules])"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout == "[]\n"
    assert offleash("serve", "--help").returncode == 0
