/** The cells of the sheet on a canvas; only changed cells are redrawn. */

/** @typedef {(at: number) => string} SpriteAt the name of the sprite of a cell, by its number */

const UNIT = 40; // of a sprite, in its own units
const MAX_PIXELS = 4096; // along a side; larger sheets are drawn smaller and stretched

/** Loads the page's symbols as images, by name. @returns {Promise<Map<string, HTMLImageElement>>} */
async function loadSprites() {
  const symbols = [...document.querySelectorAll("symbol[id^='kind-']")];
  return new Map(await Promise.all(symbols.map(async (symbol) => {
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${UNIT}" height="${UNIT}" viewBox="0 0 ${UNIT} ${UNIT}"`;
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(`${head} font-family="sans-serif">${symbol.innerHTML}</svg>`)}`;
    await image.decode();
    return /** @type {[string, HTMLImageElement]} */ ([symbol.id.slice("kind-".length), image]);
  })));
}

export class CellLayer {
  constructor() {
    this.picture = document.createElement("canvas");
    this.context = /** @type {CanvasRenderingContext2D} */ (this.picture.getContext("2d", { alpha: false }));
    /** @type {Map<string, HTMLImageElement>} */
    this.images = new Map();
    /** @type {Map<string, HTMLCanvasElement>} in the current size of a cell */
    this.sprites = new Map();
    this.columns = 1;
    this.pixels = UNIT; // of a cell
    /** @type {string[]} the sprite of each cell */
    this.drawn = [];
    this.ready = loadSprites().then((images) => {
      this.images = images;
      this.sprites.clear();
      this.drawn = [];
    });
  }

  /** Sets the number and size of the cells; they are redrawn if it changes.
   * @param {number} rows @param {number} columns @param {number} size of a cell on the page */
  resize(rows, columns, size) {
    const max = Math.floor(MAX_PIXELS / Math.max(rows, columns));
    const pixels = Math.max(1, Math.min(Math.round(size * devicePixelRatio), max));
    if (pixels !== this.pixels) this.sprites.clear();
    this.pixels = pixels;
    this.columns = columns;
    const wide = columns * pixels, high = rows * pixels;
    if (this.picture.width === wide && this.picture.height === high) return;
    this.picture.width = wide;
    this.picture.height = high;
    this.drawn = [];
  }

  /** @param {Iterable<number>} cells that may have changed @param {SpriteAt} spriteAt */
  draw(cells, spriteAt) {
    const { context, columns, pixels, drawn } = this;
    for (const at of cells) {
      const name = spriteAt(at);
      const sprite = name === drawn[at] ? undefined : this.sprite(name);
      if (!sprite) continue;
      drawn[at] = name;
      context.drawImage(sprite, (at % columns) * pixels, Math.floor(at / columns) * pixels);
    }
  }

  /** Returns a sprite in the size of a cell; drawing the SVG each time would be slow.
   * @param {string} name */
  sprite(name) {
    const known = this.sprites.get(name), image = this.images.get(name);
    if (known || !image) return known;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = this.pixels;
    canvas.getContext("2d")?.drawImage(image, 0, 0, this.pixels, this.pixels);
    this.sprites.set(name, canvas);
    return canvas;
  }
}
