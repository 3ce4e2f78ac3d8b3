(() => {
  "use strict";
  const options = JSON.parse(document.getElementById("settings").textContent);

  /* Hide the warning about charts whose height depends on their rows. */
  const warn = console.warn;
  console.warn = (...words) => {
    if (!words.some((word) => /^Dropping "fit-y"/.test(word))) warn.apply(console, words);
  };

  /* Vega sizes only single views by their container; "container/2" is one of two views. */
  const setWidths = (value, width, axes) => {
    if (Array.isArray(value)) return value.map((item) => setWidths(item, width, axes));
    if (value === null || typeof value !== "object") return value;
    const copy = {};
    for (const [key, item] of Object.entries(value)) {
      const views = key === "width" && /^container\/(\d+)$/.exec(item);
      copy[key] = views ? Math.max(40, Math.floor(width / views[1] - axes)) : setWidths(item, width, axes);
    }
    return copy;
  };

  const charts = new Map();

  const fit = async (figure) => {
    const box = figure.querySelector(".drawing");
    const text = figure.querySelector("script").textContent;
    const width = box.clientWidth;
    options.config.legend.columns = Math.max(2, Math.floor(width / 150));
    const embed = async (axes) => {
      charts.get(figure)?.finalize();
      charts.set(figure, await vegaEmbed(box, setWidths(JSON.parse(text), width, axes), options));
    };
    await embed(90);
    const widths = text.match(/"container\/\d+"/g);
    if (!widths) return;
    /* Draw again with the real width of the axes. */
    const max = Math.max(...widths.map((name) => Number(name.replace(/\D/g, ""))));
    await embed(90 - (width - box.querySelector("svg").width.baseVal.value - 1) / max);
  };

  const draw = async (figure) => {
    try {
      await fit(figure);
      figure.dataset.drawn = "yes";
    } catch (error) {
      const box = figure.querySelector(".drawing");
      box.classList.add("failed");
      box.textContent = `This chart could not be drawn: ${error.message}`;
      console.error(error);
    }
  };

  /* A saved file has no style sheet, so replace the variables by colours. */
  const save = (figure) => {
    const svg = figure.querySelector(".drawing svg").cloneNode(true);
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const style = getComputedStyle(document.documentElement);
    const text = svg.outerHTML.replace(/var\((--[a-z-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
    const link = document.createElement("a");
    link.download = `${figure.dataset.slug}.svg`;
    link.href = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    link.click();
  };

  /* The page contains the text of a file only once, in its link. */
  const show = (details) => {
    const place = details.querySelector("pre");
    if (place.textContent) return;
    const code = details.parentElement.querySelector("a[download]").href.split(",", 2)[1];
    const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
    place.textContent = new TextDecoder().decode(bytes);
  };

  const figures = [...document.querySelectorAll("figure.chart")];
  for (const figure of figures) {
    const button = figure.querySelector(".save");
    button.hidden = false;
    button.addEventListener("click", () => save(figure));
  }
  for (const details of document.querySelectorAll(".download details")) {
    details.hidden = false;
    details.addEventListener("toggle", () => show(details));
  }

  const root = document.documentElement;
  const drawAll = async () => {
    const width = root.clientWidth;
    await Promise.all(figures.map(draw));
    root.dataset.drawn = width;
  };
  let timer;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (root.dataset.drawn !== `${root.clientWidth}`) drawAll(); }, 200);
  });
  drawAll();
})();
