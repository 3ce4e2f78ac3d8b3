/** The cells of the sheet as pixels: of thousands, only those that changed are drawn anew. */

/** @typedef {(at: number) => string} SpriteAt the name of the sprite of a cell, by its number */

const UNIT = 40; // a sprite, in its own measure
const MOST = 4096; // pixels along a side; beyond that cells are drawn smaller and stretched

/** What symbols of the page look like, each as a picture. @returns {Promise<Map<string, HTMLImageElement>>} */
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

export class Ground {
  constructor() {
    this.picture = document.createElement("canvas");
    this.context = /** @type {CanvasRenderingContext2D} */ (this.picture.getContext("2d", { alpha: false }));
    /** @type {Map<string, HTMLImageElement>} */
    this.images = new Map();
    /** @type {Map<string, HTMLCanvasElement>} as large as a cell is now */
    this.sprites = new Map();
    this.columns = 1;
    this.pixels = UNIT; // of a cell
    /** @type {string[]} the sprite that each cell shows */
    this.shown = [];
    this.ready = loadSprites().then((images) => {
      this.images = images;
      this.sprites.clear();
      this.shown = [];
    });
  }

  /** Another number of cells, or another size of them: all is to be drawn anew.
   * @param {number} rows @param {number} columns @param {number} size of a cell on the page */
  lay(rows, columns, size) {
    const most = Math.floor(MOST / Math.max(rows, columns));
    const pixels = Math.max(1, Math.min(Math.round(size * devicePixelRatio), most));
    if (pixels !== this.pixels) this.sprites.clear();
    this.pixels = pixels;
    this.columns = columns;
    const wide = columns * pixels, high = rows * pixels;
    if (this.picture.width === wide && this.picture.height === high) return;
    this.picture.width = wide;
    this.picture.height = high;
    this.shown = [];
  }

  /** @param {Iterable<number>} cells that may have changed @param {SpriteAt} spriteAt */
  draw(cells, spriteAt) {
    const { context, columns, pixels, shown } = this;
    for (const at of cells) {
      const name = spriteAt(at);
      const sprite = name === shown[at] ? undefined : this.sprite(name);
      if (!sprite) continue;
      shown[at] = name;
      context.drawImage(sprite, (at % columns) * pixels, Math.floor(at / columns) * pixels);
    }
  }

  /** A sprite in the size of a cell: a picture of vectors would be drawn from its lines each time.
   * @param {string} name */
  sprite(name) {
    const known = this.sprites.get(name), image = this.images.get(name);
    if (known || !image) return known;
    const made = document.createElement("canvas");
    made.width = made.height = this.pixels;
    made.getContext("2d")?.drawImage(image, 0, 0, this.pixels, this.pixels);
    this.sprites.set(name, made);
    return made;
  }
}
