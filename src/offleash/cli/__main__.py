"""`python -m offleash.cli` does what `offleash` does."""

from offleash.cli import main

main()
