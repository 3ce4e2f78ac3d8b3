"""The process that plays on boards, at normal priority."""

from offleash.studio.trials import process

if __name__ == "__main__":
    process.NICENESS = 0
    process.main()
