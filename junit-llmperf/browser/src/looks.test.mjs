// The checks of looks.mjs and visitor.mjs find what they are there to find.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { background, cutLabels, cutTables, faintLabels, faintTexts, firstChart, isInFirstScreen, overflow, overprints } from "./looks.mjs";
import { Visitor } from "./visitor.mjs";

const directory = mkdtempSync(join(tmpdir(), "llmperf-looks-"));
let visitor;
before(async () => {
  visitor = await Visitor.start();
});
after(async () => {
  await visitor.end();
  rmSync(directory, { recursive: true });
});

async function on(html, work) {
  const file = join(directory, "page.html");
  writeFileSync(file, `<!doctype html><meta charset="utf-8">${html}`);
  const visit = await visitor.open(pathToFileURL(file).href);
  try {
    await work(visit.page, visit);
  } finally {
    await visit.close();
  }
}

test("a page wider than its window", () =>
  on('<div style="width:1500px">wide</div>', async (page) => assert.ok((await overflow(page)) > 200)));

test("a text that is hard to read", () =>
  on('<p style="color:#999">faint</p><p>clear</p>', async (page) =>
    assert.deepEqual(await faintTexts(page), ["2.85: faint"])));

test("a label that is hard to read", () =>
  on('<svg><text y="20" fill="#ddd">faint</text><text y="40">clear</text></svg>', async (page) =>
    assert.deepEqual(await faintLabels(page), ["1.36: faint"])));

test("labels one on the other", () =>
  on('<svg><text x="10" y="20">one</text><text x="20" y="22">other</text><text x="10" y="60">far</text></svg>', async (page) =>
    assert.deepEqual(await overprints(page), ["one / other"])));

test("a label that is cut", () =>
  on('<svg width="100"><text x="80" y="20">too long</text><text x="10" y="40">short</text></svg>', async (page) =>
    assert.deepEqual(await cutLabels(page), ["too long"])));

test("a table that is cut", () =>
  on(
    `<section><h2>Wide</h2><div class="scroll" style="width:100px;overflow-x:auto"><div style="width:200px">n</div></div></section>
     <section><h2>Whole</h2><div class="scroll" style="width:100px;overflow-x:auto"><div style="width:90px">n</div></div></section>`,
    async (page) => assert.deepEqual(await cutTables(page), ["Wide"]),
  ));

test("a text below the first screen", () =>
  on('<p>first</p><p style="margin-top:2000px">last</p>', async (page) => {
    assert.ok(await isInFirstScreen(page, "first"));
    assert.ok(!(await isInFirstScreen(page, "last")));
  }));

test("a chart that is hidden", () =>
  on('<svg style="display:none"><text/><text/><text/><text/></svg>', async (page) =>
    assert.equal(await firstChart(page), null)));

test("the colour behind a page", () =>
  on("<style>body{background:#123456}</style>", async (page) =>
    assert.deepEqual(await background(page), [0x12, 0x34, 0x56])));

test("scripts, dialogs, errors and requests", () =>
  on(
    `<script>alert("a dialog"); console.error("an error"); setTimeout(() => { throw new Error("thrown"); })</script>
     <img src="http://127.0.0.1:9/picture.png">`,
    async (page, visit) => {
      await page.waitForFunction(() => document.images[0].complete);
      const kinds = new Set(visit.problems.map((problem) => problem.split(":")[0]));
      assert.deepEqual([...kinds].sort(), ["console", "dialog", "error", "request"]);
    },
  ));
