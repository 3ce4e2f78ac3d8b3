"""`offleash mcp` with the client of the official SDK: whole games, refusals, a verdict, keys."""

import json
import os
import re
import socket
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx2
import pytest
import uvicorn
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from offleash.games import registry
from offleash.mcp.access import Access
from offleash.mcp.http import AccessKeys, make_app
from offleash.mcp.server import make_server
from offleash.mcp.tools import ASKED, TOOLS, Door

OWNER = Access("owner", is_owner=True)
SHORT = {"uri-nation": {"max_rounds": 2}}  # options that make a game short
ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
OWNER_KEY = "a key that the owner chose"


class Program:
    """A scripted program that talks to a server."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def ask(self, tool: str, **sent: object) -> dict[str, object]:
        result = await self.client.call_tool(tool, sent)
        assert not result.is_error, result.content[0].text
        assert json.loads(result.content[0].text) == result.structured_content
        return result.structured_content

    async def refusal(self, tool: str, **sent: object) -> str:
        result = await self.client.call_tool(tool, sent)
        assert result.is_error
        return result.content[0].text

    async def play_game(self, **sent: object) -> tuple[dict[str, object], int]:
        seat = (await self.ask("new_game", **sent))["seats"][0]["seat"]
        seen, turns = await self.ask("observe", seat=seat), 0
        while not seen["over"]:
            seen, turns = await self.ask("play", seat=seat, action=seen["legal"][-1]), turns + 1
        return seen, turns


@asynccontextmanager
async def program(server=None):
    async with Client(server or make_server(Door(), OWNER)) as client:
        yield Program(client)


def test_the_tools_describe_themselves():
    async def run():
        async with program() as one:
            tools = {tool.name: tool for tool in (await one.client.list_tools()).tools}
            assert [*tools] == [*TOOLS]
            assert all(tool.description and tool.input_schema for tool in tools.values())
            games = tools["simulate"].input_schema["properties"]["games"]
            assert games["type"] == "integer" and games["minimum"] == 1
            assert tools["play"].input_schema["required"] == ["seat", "action"]
            with pytest.raises(MCPError, match="there is no tool 'fly'"):
                await one.client.call_tool("fly", {})

    anyio.run(run)


@pytest.mark.parametrize("name", ["uri-nation", "dog", "puppy-park", "domidog", "secret-mission"])
def test_a_program_plays_a_whole_game(name):
    async def run():
        async with program() as one:
            options = SHORT.get(name, {})
            seen, turns = await one.play_game(game=name, seed=1, options=options)
            assert turns > 5 and sum(seen["results"].values()) > 0
            assert "legal" not in seen and seen["game"] == registry.load(name).name

    anyio.run(run)


def test_a_program_is_refused_what_its_seat_may_not_know():
    async def run():
        async with program() as one:
            rows = (await one.ask("new_game", game="dog", seats="me,me,greedy,greedy"))["seats"]
            hands = (await one.ask("observe", seat=rows[1]["seat"]))["position"].split("hands=")[1]
            assert hands.split("|")[0] == "?6" and hands.split("|")[2:] == ["?6", "?6"]
            refusal = await one.refusal("legal", seat=rows[1]["seat"])
            assert refusal == "It is the turn of Red, not yours."
            assert "is not the key of a seat" in await one.refusal("observe", seat="Red")
            with pytest.raises(MCPError, match="is not the key of a seat"):
                await one.client.read_resource("offleash://seats/Red/picture")
            picture = await one.client.read_resource(f"offleash://seats/{rows[0]['seat']}/picture")
            assert picture.contents[0].text.startswith("<svg")

    anyio.run(run)


def test_a_comparison_reports_progress_and_a_verdict():
    async def run():
        steps = []

        async def note(done, total, words):
            steps.append((done, total, words))

        async with program() as one:
            sent = {"game": "dog", "games": 192, "b": {"canadian": True}}
            result = await one.client.call_tool("compare", sent, progress_callback=note)
            answer = result.structured_content
            assert answer["verdict"].startswith("undecided") and len(answer["interval"]) == 2
            assert steps[-1][0] == steps[-1][1] == 384 and "b − a" in steps[-1][2]
            listed = [str(one.uri) for one in (await one.client.list_resources()).resources]
            assert {*answer["resources"].values()} <= {*listed}
            report = await one.client.read_resource(answer["resources"]["report"])
            assert report.contents[0].mime_type == "text/html"
            assert report.contents[0].text.startswith("<!DOCTYPE html>")

    anyio.run(run)


def test_long_work_can_be_cancelled():
    async def run():
        door = Door()
        async with program(make_server(door, OWNER)) as one:
            async with anyio.create_task_group() as group:

                async def stop(*_):
                    group.cancel_scope.cancel()

                sent = {"game": "domidog", "games": 10_000_000}
                await one.client.call_tool("simulate", sent, progress_callback=stop)
            assert door.runs.of(OWNER) == []
            assert (await one.ask("simulate", game="domidog", games=4))["games"] == 4

    anyio.run(run)


def test_the_script_of_the_guide_plays_over_standard_input_and_output(capsys):
    (script,) = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
    line = 'SERVER = StdioServerParameters(command="offleash", args=["mcp"])'
    assert line in script
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "offleash", "mcp"], env=dict(os.environ)
    )
    exec(script.replace(line, ""), {"__name__": "__main__", "SERVER": server})
    assert "Rust" in capsys.readouterr().out


def test_the_guide_names_every_tool_with_its_arguments():
    rows = dict(re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| ([^|]+) \|", GUIDE, re.M))
    tools = {name: rows[names] for names in rows for name in re.findall(r"\w+", names)}
    assert {*tools} == {*TOOLS}
    for name, tool in TOOLS.items():
        if name not in ASKED:
            assert {*re.findall(r"`(\w+)`", tools[name])} == {*tool.schema["properties"]}


# Over HTTP


@asynccontextmanager
async def http_server(door):
    """The address of a server."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(make_app(AccessKeys(OWNER_KEY, None, door)), log_level="error")
    )
    async with anyio.create_task_group() as group:
        group.start_soon(server.serve, [listener])
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        finally:
            server.should_exit = True


@asynccontextmanager
async def program_at(address, key):
    headers = {"authorization": f"Bearer {key}"}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        program(streamable_http_client(address, http_client=http)) as one,
    ):
        yield one


def test_programs_with_keys_meet_at_a_table():
    async def run():
        door = Door()
        async with http_server(door) as address, program_at(address, OWNER_KEY) as owner:
            rows = (await owner.ask("new_game", game="dog", seats="me,me,me,greedy"))["seats"]
            first, second = (row["seat"] for row in rows[:2])
            async with program_at(address, second) as guest:
                assert (await guest.ask("observe", seat=second))["you"] == "Yellow"
                assert "for one seat" in await guest.refusal("observe", seat=first)
                assert "for one seat" in await guest.refusal("simulate", game="dog")
                action = (await owner.ask("observe", seat=first))["legal"][0]
                await owner.ask("play", seat=first, action=action)
                assert (await guest.ask("observe", seat=second))["to_move"] == "Yellow"

    anyio.run(run)


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer wrong"}])
def test_without_a_key_nothing_is_served(headers):
    async def run():
        async with http_server(Door()) as address, httpx2.AsyncClient() as http:
            answer = await http.post(address, json={}, headers=headers)
            assert answer.status_code == 401 and "key" in answer.json()["error"]

    anyio.run(run)
