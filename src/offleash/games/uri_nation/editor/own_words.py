"""The words that a project may replace by its own, and how the game's texts spell them."""

OWN_WORDS = {
    "Swagger": ("Swagger",),
    "Drive": ("Drive",),
    "Grit": ("Grit",),
    "Bond": ("Bond(?! space)",),  # bond spaces keep their name
    "Bruiser": ("Bruiser",),
    "Scrapper": ("Scrapper",),
    "Diplomat": ("Diplomat",),
    "Yapper": ("Yapper",),
    "Water Chance": ("Water Chance", "water(?= cards?)"),
    "Chance": ("Chance(?! sp)", "chance(?= (?:cards?|deck))"),  # nor are chance spots cards
    "Events": ("Neighbourhood Events", "Events(?! sp)", "events?(?= cards?)"),
    "Breed": ("Breed(?= cards?)", "breed(?= cards?)"),
}
