"""What turns Python into machine code: records, rules, their cache, random streams."""
