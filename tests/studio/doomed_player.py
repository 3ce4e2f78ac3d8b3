"""A process that plays for a worker, and dies over every order: `OFFLEASH_TEST_LIVES` says how
often in a row; the one after that plays to the end."""

import json
import os
import sys
from pathlib import Path

ENDLESS = -1000  # it plays, and never comes to an end


def main() -> None:
    lives = Path(os.environ["OFFLEASH_TEST_LIVES"])
    for line in sys.stdin:
        said = json.loads(line)
        if "warm" in said:
            print('0 waiting {"is":"waiting","why":"The rules are being compiled."}', flush=True)
            print('0 ready {"is":"ready"}', flush=True)
        if "order" in said:
            left = int(lives.read_text())
            lives.write_text(str(left - 1))
            if left > 0:
                os._exit(9)
            print(f'{said["number"]} played {{"is":"played","games":1}}', flush=True)
            if left != ENDLESS:
                print(f'{said["number"]} done {{"is":"done"}}', flush=True)


if __name__ == "__main__":
    main()
