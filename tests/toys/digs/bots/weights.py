"""What the bots of Digs value, in the order of the numbers in `values.py`."""

WEIGHTS = {
    "near": 10,  # each step to the bone it heads for
    "rivals": 0,  # each step that the nearest other dog has to that bone
    "bone": 25,  # a bone at once
    "crumb": 4,  # a biscuit in the earth
    "bold": 50,  # how much of its biscuits it bids, in percent
}
