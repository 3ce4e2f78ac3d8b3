"""Games on paper: kits to print and cut out, and rulebooks, as PDF or HTML."""
