"""What games measure: totals, differences between arms, forfeits, and measures by name."""
