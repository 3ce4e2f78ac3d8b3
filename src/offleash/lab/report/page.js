(() => {
  "use strict";
  const options = JSON.parse(document.getElementById("settings").textContent);

  /* A chart as high as its rows keeps that height; Vega-Lite warns that it does. */
  const warn = console.warn;
  console.warn = (...words) => {
    if (!words.some((word) => /^Dropping "fit-y"/.test(word))) warn.apply(console, words);
  };

  /* Vega knows the width of its container for one view only; "container/2" is one of two. */
  const sized = (value, room, axes) => {
    if (Array.isArray(value)) return value.map((each) => sized(each, room, axes));
    if (value === null || typeof value !== "object") return value;
    const copy = {};
    for (const [key, each] of Object.entries(value)) {
      const views = key === "width" && /^container\/(\d+)$/.exec(each);
      copy[key] = views ? Math.max(40, Math.floor(room / views[1] - axes)) : sized(each, room, axes);
    }
    return copy;
  };

  const drawn = new Map();

  const fit = async (figure) => {
    const box = figure.querySelector(".drawing");
    const text = figure.querySelector("script").textContent;
    const room = box.clientWidth;
    options.config.legend.columns = Math.max(2, Math.floor(room / 150));
    const embed = async (axes) => {
      drawn.get(figure)?.finalize();
      drawn.set(figure, await vegaEmbed(box, sized(JSON.parse(text), room, axes), options));
    };
    await embed(90);
    const several = text.match(/"container\/\d+"/g);
    if (!several) return;
    /* Now the real width of the axes is known: draw again. */
    const most = Math.max(...several.map((each) => Number(each.replace(/\D/g, ""))));
    await embed(90 - (room - box.querySelector("svg").width.baseVal.value - 1) / most);
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
  let waiting;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { if (root.dataset.drawn !== `${root.clientWidth}`) drawAll(); }, 200);
  });
  drawAll();
})();
