"""How long a test waits for anything: one that waits to the end has failed, and none takes long."""

TIMEOUT_S = 300.0
