"""`python -m offleash` does what `offleash` does."""

from offleash.cli import main

main()
