// What a reader sees in Allure 2 and Allure 3 of the samples, and of two builds in a row.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { data, json, withAllure2, withAllure3 } from "./allure.mjs";
import { isInFirstScreen } from "./looks.mjs";
import { material, samples, target } from "./places.mjs";
import { serve } from "./served.mjs";
import { Visitor } from "./visitor.mjs";

const results = join(samples, "allure-results");
const builds = ["build-1", "build-2"].map((name) => join(material, "allure", name));
const HOSTILE = "<script>alert('llmperf')</script>";
const REGRESSION = "RagLatencyTest.matrix[users=40]";
const TALL = { width: 1280, height: 1400 };
const VOLATILE = ["seed", "runId", "UniqueId", "result"];

let visitor;
const reports = {};

before(async () => {
  for (const place of [results, ...builds]) {
    assert.ok(existsSync(place), `${place} must exist: run mvn verify, then this again`);
  }
  const at = (name) => join(target, name);
  mkdirSync(target, { recursive: true });
  ["history", "history-of-samples"].forEach((name) => rmSync(at(name), { recursive: true, force: true }));
  const made = {};
  const inAllure2 = async () => {
    const first = await withAllure2(builds[0], at("allure2-build-1"));
    made.allure2Second = await withAllure2(builds[1], at("allure2-build-2"), first);
    made.allure2 = await withAllure2(results, at("allure2"));
  };
  const inAllure3 = async () => {
    await withAllure3(builds[0], at("allure3-build-1"), at("history"));
    made.allure3Second = await withAllure3(builds[1], at("allure3-build-2"), at("history"));
    made.allure3 = await withAllure3(results, at("allure3"), at("history-of-samples"));
  };
  await Promise.all([inAllure2(), inAllure3()]);
  for (const [name, directory] of Object.entries(made)) {
    reports[name] = { directory, server: await serve(directory) };
  }
  visitor = await Visitor.start();
});

after(async () => {
  await visitor?.end();
  Object.values(reports).forEach((report) => report.server.end());
});

async function visiting(report, fragment, options, work) {
  const { directory, server } = reports[report];
  const named = readFileSync(join(directory, "index.html"), "utf8");
  const visit = await visitor.open(`${server.url}index.html#${fragment}`, { ...options, named });
  try {
    await work(visit.page, visit);
    assert.deepEqual(visit.problems, []);
  } finally {
    await visit.close();
  }
}

/** Waits for a text that can be read; the parts of a page come one after the other. */
function shows(page, text) {
  return page.waitForFunction((wanted) => document.body.innerText.includes(wanted), text);
}

/** The newest result of a method, as the report knows it. */
function resultOf(report, directory, fullName) {
  const found = data(reports[report].directory, directory)
    .filter((result) => result.fullName?.endsWith(fullName))
    .sort((one, other) => (other.start ?? other.time.start) - (one.start ?? one.time.start));
  assert.ok(found.length > 0, `${fullName} must be in the report`);
  return found[0];
}

function named(report, directory, name) {
  const found = data(reports[report].directory, directory).find((result) => result.name === name);
  assert.ok(found, `${name} must be in the report`);
  return found;
}

async function seesPicture(image) {
  await image.scrollIntoViewIfNeeded();
  await image.evaluate((shown) => shown.decode());
  const box = await image.boundingBox();
  assert.ok(box.width > 300 && box.height > 150, JSON.stringify(box));
  assert.match(await image.getAttribute("alt"), /p50/);
}

describe("Allure 2", () => {
  const CASES = "data/test-cases";

  for (const colorScheme of ["light", "dark"]) {
    test(`shows verdict, table and picture without a click, ${colorScheme}`, async () => {
      const { id } = named("allure2Second", CASES, REGRESSION);
      await visiting("allure2Second", `testresult/${id}`, { colorScheme, viewport: TALL }, async (page, visit) => {
        await page.locator("img[alt*='p50']").waitFor();
        assert.ok(await isInFirstScreen(page, "✗ REGRESSION"), "verdict");
        assert.ok(await isInFirstScreen(page, "90 % interval"), "table");
        await seesPicture(page.locator("img[alt*='p50']"));
        await visit.screenshot(`allure2-${colorScheme}`);
      });
    });
  }

  test("hides what changes from run to run", async () => {
    const { id } = resultOf("allure2", CASES, "Lesson02MatrixTest.holdsTheMatrix");
    await visiting("allure2", `testresult/${id}`, {}, async (page) => {
      await page.getByText("maxNewTokens", { exact: true }).first().waitFor();
      for (const name of VOLATILE) {
        assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
      }
    });
  });

  test("shows the phases as steps, and the files in their order", async () => {
    const { id } = resultOf("allure2", CASES, "Lesson02MatrixTest.holdsTheMatrix");
    await visiting("allure2", `testresult/${id}`, {}, async (page) => {
      await page.getByText("1 report.html").first().waitFor();
      const text = await page.locator("body").innerText();
      assertOrder(text, ["warm-up", "measurement", "judging", "1 report.html", "2 latency.svg", "3 timeline.svg", "4 result.json"]);
    });
  });

  test("lists where the tests took place", () =>
    visiting("allure2", "", {}, async (page) => {
      // Five lines are shown, the others are unfolded.
      await shows(page, "llmperf-simulator 0.1");
      await page.locator(".environment-widget__expand").click();
      await shows(page, "label.engine");
    }));

  test("tells each stage, trial and pair as a step", () => {
    const steps = (name) => resultOf("allure2", CASES, name).testStage.steps.map((step) => step.name);
    assert.match(steps("Lesson10StagesTest.holdsEachStage").join(), /^stage 1: users=\d+,stage 2: users=\d+,stage 3/);
    assert.match(steps("Lesson11TwoTargetsTest.isNoSlowerThanProduction").join(), /pair 1: .*pair 2: .*judging$/);
    assert.match(steps("Lesson12CapacityTest.findsItsCapacity").join(), /2 users: .*judging$/);
  });

  test("goes on with the history of the build before", () => {
    const { directory } = reports.allure2Second;
    assert.equal(json(directory, "history/history-trend.json").length, 2);
    for (const result of data(directory, CASES)) {
      assert.equal(result.extra.history?.items.length, 1, `${result.name} must have one earlier run`);
    }
    const changed = data(directory, CASES).filter((result) => result.newFailed).map((result) => result.name);
    assert.deepEqual(changed, ["RagLatencyTest.matrix[users=40]"]);
  });

  test("sorts failures, and takes hostile text for text", async () => {
    const { directory } = reports.allure2Second;
    const hostile = data(directory, CASES).find((result) => result.fullName.includes("Hostile"));
    await visiting("allure2Second", `testresult/${hostile.id}`, {}, async (page, visit) => {
      await page.getByText("SLA VIOLATED").first().waitFor();
      await page.getByText("judging").first().waitFor();
      await shows(page, HOSTILE);
      await visit.screenshot("allure2-hostile");
    });
    assert.deepEqual(json(directory, "widgets/executors.json").map((executor) => executor.buildName), ["nightly #2"]);
  });
});

describe("Allure 3", () => {
  const RESULTS = "data/test-results";

  for (const colorScheme of ["light", "dark"]) {
    test(`shows verdict, table and picture without a click, ${colorScheme}`, async () => {
      const { id } = named("allure3Second", RESULTS, REGRESSION);
      await visiting("allure3Second", id, { colorScheme, viewport: { ...TALL, height: 1680 } }, async (page, visit) => {
        const described = page.frameLocator("iframe").first();
        await described.getByText("90 % interval").first().waitFor();
        assert.ok(await isInFirstScreen(page, "REGRESSION: "), "verdict in the message");
        assert.ok(await isInFirstScreen(described, "✗ REGRESSION", page), "verdict in the description");
        await described.locator("img[alt*='p50']").evaluate((image) => image.decode());
        await visit.screenshot(`allure3-${colorScheme}`);
        await seesPicture(described.locator("img[alt*='p50']"));
      });
    });
  }

  test("hides what changes from run to run", async () => {
    const { id } = resultOf("allure3", RESULTS, "Lesson02MatrixTest.holdsTheMatrix");
    await visiting("allure3", id, {}, async (page) => {
      await page.getByText("maxNewTokens", { exact: true }).first().waitFor();
      for (const name of VOLATILE) {
        assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
      }
    });
  });

  test("shows the phases as steps, and the files in their order", async () => {
    const { id } = resultOf("allure3", RESULTS, "Lesson02MatrixTest.holdsTheMatrix");
    await visiting("allure3", id, {}, async (page) => {
      await page.getByText("1 report.html").first().waitFor();
      const text = await page.locator("body").innerText();
      assertOrder(text, ["warm-up", "measurement", "judging", "1 report.html", "2 latency.svg", "3 timeline.svg", "4 result.json"]);
    });
  });

  test("sorts by verdict with the settings of the guide", () => {
    const names = Object.values(json(reports.allure3Second.directory, "widgets/categories.json").nodes)
      .filter((node) => node.type === "category")
      .map((node) => node.name)
      .sort();
    assert.deepEqual(names, ["Regression", "SLA violated"]);
  });

  test("draws the metrics over two builds", () =>
    visiting("allure3Second", "metrics", {}, async (page, visit) => {
      await page.getByText("Performance metrics").waitFor();
      // Allure takes the words of a name apart.
      const cell = page.getByText(/Rag ?Latency ?Test.matrix\[users=20\]/).first();
      await cell.evaluate((heading) => heading.scrollIntoView());
      assert.ok(await isInFirstScreen(page, "ttft.p50"), "the measure below the name of its test");
      await visit.screenshot("allure3-metrics");
      const { history } = json(reports.allure3Second.directory, "widgets/metrics.json");
      assert.equal(history.length, 1);
      assert.ok(Object.keys(history[0].metrics).includes("RagLatencyTest.matrix[users=20] ttft.p50"));
    }));

  test("has the summary of the run, and where it took place", async () => {
    const { directory } = reports.allure3;
    assert.deepEqual(json(directory, "widgets/globals.json").attachments.map((one) => one.name), ["load tests"]);
    const environment = json(directory, "widgets/allure_environment.json");
    assert.ok(environment.some((one) => one.name === "model" && one.values[0].includes("simulated-7b")));
  });

  test("goes on with the history of the build before", () => {
    const { directory } = reports.allure3Second;
    const lines = readFileSync(join(target, "history/allure-history.jsonl"), "utf8").trim().split("\n").map(JSON.parse);
    assert.equal(lines.length, 2);
    const [first, second] = lines.map((line) => Object.keys(line.testResults).sort());
    assert.equal(second.length, 4);
    assert.deepEqual(second, first);
    for (const result of data(directory, RESULTS)) {
      assert.equal(result.history?.length, 1, `${result.name} must have one earlier run`);
    }
  });

  test("takes hostile text for text", async () => {
    const hostile = data(reports.allure3Second.directory, RESULTS).find((result) => result.fullName.includes("Hostile"));
    await visiting("allure3Second", hostile.id, {}, async (page, visit) => {
      await page.frameLocator("iframe").first().getByText("SLA VIOLATED").first().waitFor();
      await shows(page, HOSTILE);
      await visit.screenshot("allure3-hostile");
    });
  });
});

function assertOrder(text, words) {
  const at = words.map((word) => text.indexOf(word));
  assert.ok(at.every((place, i) => place >= 0 && (i === 0 || place > at[i - 1])), `${words} stand at ${at}`);
}
