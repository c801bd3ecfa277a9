// What a page looks like to a reader. The functions given to evaluate() run inside the page.

/** How far the page is wider than its window, in pixels. */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The box of the first chart that can be seen, with its title; null when there is none. */
export function firstChart(page) {
  return page.evaluate(() => {
    for (const svg of document.querySelectorAll("svg")) {
      const { width, height } = svg.getBoundingClientRect();
      const isVisible = svg.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
      if (svg.querySelectorAll("text").length > 3 && isVisible && width > 0 && height > 0) {
        return { width, height, title: svg.querySelector("title")?.textContent };
      }
    }
    return null;
  });
}

/** Whether a text of a page, or of a frame of it, stands in the first screen: what a reader sees without scrolling. */
export async function isInFirstScreen(frame, text, page = frame) {
  const { width, height } = page.viewportSize();
  for (const found of await frame.getByText(text).all()) {
    const box = await found.boundingBox();
    if (box && box.width > 0 && box.height > 0 && box.y >= 0 && box.y + box.height <= height && box.x < width) {
      return true;
    }
  }
  return false;
}

/** The colour behind the whole page, as [red, green, blue]. */
export function background(page) {
  return page.evaluate(() => {
    for (const element of [document.body, document.documentElement]) {
      const [red, green, blue, alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g).map(Number);
      if (alpha > 0) {
        return [red, green, blue];
      }
    }
    return [255, 255, 255];
  });
}

/** Texts that are hard to read: contrast below 4.5, or below 3 for large ones. */
export function faintTexts(page) {
  return page.evaluate(() => {
    const parse = (color) => (color.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const over = ([r, g, b, a = 1], [r2, g2, b2]) => [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a)];
    const behind = (element) => {
      const layers = [];
      for (let e = element; e; e = e.parentElement) {
        const color = parse(getComputedStyle(e).backgroundColor);
        layers.push(color);
        if ((color[3] ?? 1) === 1) {
          break;
        }
      }
      return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
    };
    const faint = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent.trim() || element.closest("svg, style, script") || !element.checkVisibility()) {
        continue;
      }
      const style = getComputedStyle(element);
      const ground = behind(element);
      const ink = luminance(over(parse(style.color), ground));
      const paper = luminance(ground);
      const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
      const size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (contrast < (isLarge ? 3 : 4.5)) {
        faint.push(`${contrast.toFixed(2)}: ${node.textContent.trim().slice(0, 60)}`);
      }
    }
    return faint;
  });
}

/** Texts of charts that are hard to read against what is painted behind the whole chart. */
export function faintLabels(page) {
  return page.evaluate(() => {
    const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const behind = (text) => {
      for (let e = text.closest("svg"); e; e = e.parentElement) {
        const color = parse(getComputedStyle(e).backgroundColor);
        if (color.length === 3 || color[3] === 1) {
          return color;
        }
      }
      return [255, 255, 255];
    };
    return [...document.querySelectorAll("svg text")]
      .filter((text) => text.textContent.trim() && text.checkVisibility() && !text.closest("[data-on-colour]"))
      .map((text) => {
        const ink = luminance(parse(getComputedStyle(text).fill));
        const paper = luminance(behind(text));
        return [(Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05), text.textContent.trim()];
      })
      .filter(([contrast]) => contrast < 3)
      .map(([contrast, text]) => `${contrast.toFixed(2)}: ${text}`);
  });
}

/** Labels of charts that stand one on the other, as "one / other", by more than what neighbouring lines of text share. */
export function overprints(page) {
  return page.evaluate(() => {
    const found = [];
    for (const svg of document.querySelectorAll("svg")) {
      const labels = [...svg.querySelectorAll("text")]
        .filter((text) => text.textContent.trim() && text.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
        .map((text) => ({ text: text.textContent.trim(), box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      labels.forEach(({ text, box }, i) => {
        for (const other of labels.slice(i + 1)) {
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (across > 1 && down > 0.3 * Math.min(box.height, other.box.height)) {
            found.push(`${text} / ${other.text}`);
          }
        }
      });
    }
    return found;
  });
}

/** Labels of charts that are cut off, since they reach out of their picture. */
export function cutLabels(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("svg")].flatMap((svg) => {
      const frame = svg.getBoundingClientRect();
      return [...svg.querySelectorAll("text")]
        .filter((text) => text.textContent.trim() && text.checkVisibility())
        .filter((text) => {
          const box = text.getBoundingClientRect();
          return box.width > 0 && (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 2);
        })
        .map((text) => text.textContent.trim());
    }),
  );
}

/** Tables whose last columns are out of sight unless one scrolls, by the heading above them. */
export function cutTables(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll(".scroll")]
      .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth)
      .map((box) => box.closest("section")?.querySelector("h2")?.textContent ?? box.textContent.trim().slice(0, 40)),
  );
}
