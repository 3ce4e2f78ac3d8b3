"""The colours of the street and of its residents."""

# Seats: distinct also with a red-green deficiency, as in Dog.
FILL = ("#d5431c", "#f4c51f", "#1c72b4", "#0b8a68")
DARK = ("#a32c0c", "#b98a00", "#124f80", "#06583f")
LETTERING = ("#ffffff", "#33240f", "#ffffff", "#ffffff")
NOBODY_FILL, NOBODY_DARK = "#9a948a", "#77716a"  # a house where nobody lives

INK, SOFT_INK, PAPER = "#33240f", "#6b5230", "#fdf5e0"
SERIF = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'DejaVu Serif', serif"
TEXT = {"font_family": SERIF, "fill": INK, "text_anchor": "middle"}  # of whole pictures
SIGN, SIGN_RIM = "#1d4e89", "#ffffff"  # the street's name in enamel

WOOD, WOOD_DARK = "#a8703d", "#6d4526"  # the frame
MEADOW, MEADOW_LIGHT, MEADOW_DARK = "#a9c682", "#b6d091", "#9aba72"
LAWNS = ("#c5dd9a", "#bcd88f", "#cbe0a6", "#c0d6a0")  # of gardens
LEAF, LEAF_LIGHT, LEAF_DARK = "#6a9a48", "#86b45f", "#4f7c36"
SHADE = "#3c4a22"  # shadows on grass, laid on thinly

ASPHALT, ASPHALT_DARK, LANE = "#5d6066", "#4b4e54", "#f3efe2"
PAVING = ("#dfd8c9", "#dbd3c3", "#e3dccd", "#d8d0c1")
JOINT, KERB, KERB_SHADE = "#b7ad9a", "#f1ecdf", "#8f8778"
BRICK = ("#cf9f7c", "#c99874", "#d4a785")
BRICK_JOINT = "#a97a5a"
SAND, SAND_DARK = "#ead9ae", "#9a7038"

WATER, WATER_LIGHT, WATER_DARK = "#5fa8d3", "#a9d6ee", "#3b7fa8"
HYDRANT, HYDRANT_LIGHT, HYDRANT_DARK = "#cc2f27", "#f0766a", "#8f1b16"
STONE, STONE_DARK = "#cfcac0", "#9b958a"
METAL, METAL_LIGHT, METAL_DARK = "#5b6b74", "#8798a1", "#36434a"
CORK, TIMBER, TIMBER_DARK = "#d9b380", "#9c6b3d", "#6f4925"
FLOWERS = ("#e8637c", "#f2b134", "#ffffff", "#b86fc6", "#f58a4b")
CARS = ("#e9e6df", "#b9c2c9", "#8d99a3")
