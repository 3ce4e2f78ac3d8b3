"""Ways to play Uri-Nation: what each changes of the weights of the greedy bot."""

from offleash.contract import Persona

# A table, to be read as one: what is left out is as in WEIGHTS
# fmt: off
BRUISER = {
    "claim": 130, "cluster": 10, "take": 150, "deny": 3, "rival": 8, "loss": 0, "dig": 25,
    "shed": 7, "trap": 2, "join": -10, "sever": 4, "supply": 8, "dry": 5, "homeward": 4,
    "drink": 6, "card": 0, "token": 2, "spend": 18, "open": 0, "keep_grit": 8,
}
SCRAPPER = {
    "take": 105, "deny": 80, "rival": 3, "dig": 0, "shield": 0, "shed": 1, "trap": -15,
    "shelter": 3, "join": -13, "sever": -4, "homeward": 4, "drink": 12, "card": 6, "token": 2,
    "spend": 5, "open": 0,
}
DIPLOMAT = {
    "claim": 160, "cluster": 1, "take": 190, "rival": 7, "loss": 0, "dig": 9, "shield": 5,
    "trap": 24, "join": 4, "sever": 5, "supply": 8, "dry": 3, "homeward": 7, "drink": 2,
    "card": 2, "token": 2, "spend": 19, "keep_grit": 0,
}
YAPPER = {
    "claim": 257, "cluster": 8, "take": 345, "deny": 41, "rival": 2, "dig": 48, "shield": 7,
    "shed": 1, "trap": 0, "join": -4, "sever": -33, "supply": 30, "homeward": 2, "card": 0,
    "token": 0, "spend": 2, "open": 0, "keep_grit": 2,
}
# fmt: on

# Two more, for the league of learners: one lives on alliances, the other fights them
# fmt: off
ALLY = {
    **DIPLOMAT, "trap": 170, "shelter": 30, "join": 25, "sever": -80, "token": 12,
}
HUNTER = {
    **YAPPER, "trap": -20, "join": -60, "sever": 90, "rival": 12, "take": 380,
}
# fmt: on

NEVER = -1_000_000  # more than any prize can make up for
PEACEFUL = {"take": NEVER, "deny": NEVER, "loss": -NEVER, "sever": NEVER}

PERSONAS = {
    "bruiser": Persona("steamrolls its sidewalk", BRUISER),
    "scrapper": Persona("roams, crosses, hunts chance spots and drinks", SCRAPPER),
    "diplomat": Persona("plants bonds and lives under them", DIPLOMAT),
    "yapper": Persona("challenges with Drive, re-claims with Grit and digs in", YAPPER),
    "ally": Persona("founds alliances, joins them and never breaks one", ALLY, spars=True),
    "hunter": Persona("stays out of alliances and breaks them", HUNTER, spars=True),
    "peaceful": Persona("the plain bot, but it never challenges", PEACEFUL),
}
