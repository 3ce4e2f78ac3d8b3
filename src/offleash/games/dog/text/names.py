"""The words of Dog that its text, its pictures and its terminal board share."""

SEAT_NAMES = ("Red", "Yellow", "Blue", "Green")
TEAM_NAMES = ("Red–Blue", "Yellow–Green")
TOKEN_NAMES = "abcd"
CARD_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker")
PHASES = ("roll", "deal", "give", "play", "seven", "over")
