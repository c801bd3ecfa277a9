// What a reader sees of the pages that load tests leave, in a window and on a telephone, by day and by night.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { background, cutLabels, cutTables, faintLabels, faintTexts, firstChart, isInFirstScreen, overflow, overprints } from "./looks.mjs";
import { hostile, pages } from "./pages.mjs";
import { NARROW, Visitor, WIDE } from "./visitor.mjs";

let visitor;
before(async () => {
  visitor = await Visitor.start();
});
after(() => visitor.end());

/** One tab for all tests of a page: what they need of it, they say. */
function opened(file) {
  let visit;
  before(async () => {
    assert.ok(existsSync(file), `${file} must exist: run mvn verify, then this again`);
    visit = await visitor.open(pathToFileURL(file).href);
  });
  after(() => visit?.close());
  return async ({ viewport = WIDE, colorScheme = "light" }, work) => {
    await visit.page.setViewportSize(viewport);
    await visit.page.emulateMedia({ colorScheme });
    await work(visit.page, visit);
    assert.deepEqual(visit.problems, []);
  };
}

for (const page of pages) {
  describe(page.name, () => {
    const visiting = opened(page.file);

    for (const [width, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
      test(`tells it in the first screen, ${width}`, () =>
        visiting({ viewport }, async (shown, visit) => {
          assert.ok(await isInFirstScreen(shown, page.sees()), `"${page.sees()}" must be in the first screen`);
          assert.equal(await overflow(shown), 0, "pixels that the page is wider than its window");
          if (page.chart) {
            const chart = await firstChart(shown);
            assert.ok(chart, "a chart must be visible");
            assert.ok(chart.width > 200 && chart.height > 80, JSON.stringify(chart));
            assert.ok(chart.title, "a chart must have a title");
          }
          await visit.screenshot(`${page.name}-${width}`);
        }));
    }

    for (const width of [1280, 760, 400, 360]) {
      test(`has room for the labels of its charts, ${width} wide`, () =>
        visiting({ viewport: { width, height: 800 } }, async (shown) => {
          await shown.evaluate(() => document.querySelectorAll("details").forEach((folded) => (folded.open = true)));
          assert.deepEqual(await overprints(shown), []);
          assert.deepEqual(await cutLabels(shown), []);
          await shown.evaluate(() => document.querySelectorAll("details").forEach((opened) => (opened.open = false)));
        }));
    }

    if (page.whole) {
      test("shows its tables whole", () => visiting({}, async (shown) => assert.deepEqual(await cutTables(shown), [])));
    }

    test("is readable by day and by night", async () => {
      const grounds = [];
      for (const colorScheme of ["light", "dark"]) {
        await visiting({ colorScheme }, async (shown, visit) => {
          grounds.push(await background(shown));
          assert.deepEqual(await faintTexts(shown), [], colorScheme);
          assert.deepEqual(await faintLabels(shown), [], colorScheme);
          if (colorScheme === "dark") {
            await visit.screenshot(`${page.name}-dark`);
          }
        });
      }
      const [light, dark] = grounds.map((rgb) => rgb.reduce((sum, part) => sum + part, 0) / 3);
      assert.ok(light > 200 && dark < 80, `backgrounds are ${JSON.stringify(grounds)}`);
    });

    test("can be printed", () =>
      visiting({}, async (shown) => {
        const pdf = await shown.pdf({ format: "A4" });
        assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
        assert.ok(pdf.length > 5_000, `${pdf.length} bytes`);
      }));
  });
}

describe("hostile content", () => {
  test("was left by the tests before", () => {
    assert.ok(hostile.length > 0, "core/target/browser/hostile must hold pages: run mvn verify, then this again");
  });

  for (const file of hostile) {
    describe(basename(file), () => {
      const visiting = opened(file);

      for (const [width, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
        test(`fits its window, ${width}`, () =>
          visiting({ viewport }, async (shown, visit) => {
            assert.equal(await overflow(shown), 0);
            await visit.screenshot(`hostile-${basename(file, ".html")}-${width}`);
          }));
      }

      test("is text and nothing else", () =>
        visiting({}, async (shown) => {
          assert.equal(await shown.locator("script, img, iframe, object, embed").count(), 0);
          assert.equal(await shown.locator('[href^="javascript:"]').count(), 0);
          const [text, source] = await shown.evaluate(() => [document.body.innerText, document.documentElement.outerHTML]);
          assert.ok(text.includes("<script>alert('llmperf')</script>"));
          assert.doesNotMatch(source, /[\u0000\u202a-\u202e\u2066-\u2069]/);
        }));
    });
  }
});
