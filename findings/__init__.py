"""What the simulator answers to the questions of the designs: plans, results, and their page."""
