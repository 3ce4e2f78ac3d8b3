"""The server of the Model Context Protocol: lists the tools and resources, and calls them."""

import json
import logging
from collections.abc import Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import anyio
import mcp_types as types
from anyio import CapacityLimiter, from_thread, to_thread
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from offleash import __version__
from offleash.mcp.access import Access
from offleash.mcp.resources import list_resources, list_templates, read_resource
from offleash.mcp.tools import TOOLS, Door, Progress, Tool
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence

ACCESS = "offleash.access"  # where the HTTP application leaves who a request is from
MOST_THREADS = 4  # short calls at the same time; long ones go one after another
INSTRUCTIONS = (
    "Board games about dogs. To play: `games`, `rules` with words to look for, `new_game`, then "
    "`observe`, `legal` and `play` with the key of your seat until the game is over. To examine "
    "rules: `simulate`, `compare`, `sweep`, `propose`; their answers name a report to read."
)
log = logging.getLogger("offleash.mcp")

Context = ServerRequestContext[Any, Any]


class Handlers:
    """Answers the requests of all programs of one server."""

    def __init__(self, door: Door, access: Access | None) -> None:
        """Take who asks over stdio; over HTTP every request says it."""
        self._door, self._access = door, access
        self._short, self._long = CapacityLimiter(MOST_THREADS), CapacityLimiter(1)

    def access(self, context: Context) -> Access:
        """Return who sent a request."""
        if self._access is not None:
            return self._access
        access: Access = context.request.scope[ACCESS]  # type: ignore[union-attr]
        return access

    async def list_tools(self, context: Context, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[describe(tool) for tool in TOOLS.values()])

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Return the answer of a tool, or its error as a sentence that the program can read."""
        tool = TOOLS.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name!r}")
        access, sent = self.access(context), params.arguments or {}
        limiter = self._long if tool.is_long else self._short
        call = partial(tool.call, self._door, access, sent, reporter(context))
        try:
            answer = await to_thread.run_sync(call, limiter=limiter)
        except OffleashError as error:
            content = [types.TextContent(text=to_sentence(error))]
            return types.CallToolResult(content=content, is_error=True)
        return result_of(answer)

    async def list_resources(self, context: Context, params: Any) -> types.ListResourcesResult:
        rows = list_resources(self._door, self.access(context))
        return types.ListResourcesResult(resources=[types.Resource(**row) for row in rows])

    async def list_templates(
        self, context: Context, params: Any
    ) -> types.ListResourceTemplatesResult:
        templates = [types.ResourceTemplate(**row) for row in list_templates()]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        address, access = str(params.uri), self.access(context)
        call = partial(read_resource, self._door, access, address)
        try:
            kind, text = await to_thread.run_sync(call, limiter=self._short)
        except OffleashError as error:
            raise MCPError(types.INVALID_PARAMS, to_sentence(error)) from None
        content = types.TextResourceContents(uri=params.uri, mime_type=kind, text=text)
        return types.ReadResourceResult(contents=[content])


def describe(tool: Tool) -> types.Tool:
    """Return a tool as the protocol lists it."""
    hints = types.ToolAnnotations(
        read_only_hint=not tool.changes, destructive_hint=False, open_world_hint=False
    )
    return types.Tool(
        name=tool.name, description=tool.text, input_schema=tool.schema, annotations=hints
    )


def reporter(context: Context) -> Progress:
    """Return a function for the worker thread: it reports progress, and raises if cancelled."""

    def report(done: int, total: int, words: str) -> None:
        from_thread.check_cancelled()
        from_thread.run(context.session.report_progress, float(done), total or None, words)

    return report


def result_of(answer: Mapping[str, Any]) -> types.CallToolResult:
    """Return an answer as data, and as text for clients that read no data."""
    text = json.dumps(answer, ensure_ascii=False, default=str)
    return types.CallToolResult(
        content=[types.TextContent(text=text)], structured_content=json.loads(text)
    )


def make_server(door: Door, access: Access | None) -> Server[Any]:
    """Return the server; without `access` every HTTP request carries its own."""
    handlers = Handlers(door, access)

    @asynccontextmanager
    async def lifespan(_: Server[Any]) -> Any:
        try:
            yield {}
        finally:
            door.runs.close()

    return Server(
        "offleash",
        version=__version__,
        title="Offleash",
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
    )


def serve_stdio(access: Access) -> None:
    """Serve the program that started this one, until it closes the pipe."""
    server = make_server(Door(), access)

    async def run() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(run)
