"""For `--preload`: this worker knows Digs by rules that have been changed."""

from dataclasses import replace

import tests.toys.digs as digs

digs.GAME = replace(digs.GAME, rules_version="a house rule")
