"""The lab's statistics: pure functions of arrays, no part of them knows a game.

All of it runs on NumPy alone.
"""
