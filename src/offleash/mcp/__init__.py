"""A door for programs that talk: the games and the lab as tools of the Model Context Protocol.

The room bears the name of the package `mcp`, as `adapters.gymnasium` bears that of `gymnasium`:
imports are absolute, so `mcp` is always the package. Only `server` and `http` import it.
"""
