"""For `--preload`: on this worker nobody has installed Offleash."""

import sys


class Missing:
    """Finds nothing where Offleash should be."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "offleash":
            raise ModuleNotFoundError("there is no offleash here")


for name in [name for name in sys.modules if name.split(".")[0] == "offleash"]:
    del sys.modules[name]
sys.meta_path.insert(0, Missing())
