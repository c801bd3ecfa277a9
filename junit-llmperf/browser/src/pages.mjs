// The pages that are opened, and what a reader must find in the first screen. One line makes one more.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { material, samples } from "./places.mjs";

const lesson = (path) => join(samples, "llmperf", `io.github.llmperf.samples.${path}`);
const verdict = (name) => join(material, "verdicts/com.acme.RagLatencyTest", name, "users=20/report.html");

const WORDS = { SLA_VIOLATED: "SLA VIOLATED", NO_BASELINE: "NO BASELINE" };

/** The verdict's words, from the result beside a report. */
function verdictBeside(report) {
  const said = JSON.parse(readFileSync(join(dirname(report), "result.json"), "utf8")).verdict;
  return WORDS[said] ?? said;
}

function report(name, file, more = {}) {
  return { name, file, sees: () => verdictBeside(file), chart: true, ...more };
}

/** A report of made-up runs, which compare and limit all that a usual test does: it needs no scrolling in a window. */
function judged(name, test, more = {}) {
  return report(name, verdict(test), { whole: true, ...more });
}

export const pages = [
  report("report", lesson("Lesson03BaselineTest/isAsFastAsBefore/single/report.html")),
  judged("regression", "regression"),
  judged("violated", "violated"),
  judged("undecided", "undecided"),
  judged("no-baseline", "withoutBaseline"),
  judged("invalid", "invalid"),
  judged("error", "error", { chart: false }),
  report("capacity", lesson("Lesson12CapacityTest/findsItsCapacity/single/report.html")),
  { name: "matrix", file: lesson("Lesson02MatrixTest/holdsTheMatrix/matrix.html"), sees: () => "Lesson02MatrixTest.holdsTheMatrix", chart: true },
  { name: "study", file: lesson("Lesson14PublishedTableTest/study.html"), sees: () => "Requests one by one, and four together", chart: true },
  { name: "index", file: join(material, "verdicts/index.html"), sees: () => "FAILED", chart: false },
  { name: "history", file: join(samples, "llmperf/history.html"), sees: () => "History of load tests", chart: true },
];

/** Pages made of content that wants to be a script. */
export const hostile = reportsBelow(join(material, "hostile"));

function reportsBelow(directory) {
  if (!existsSync(directory)) {
    return [];
  }
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html"))
    .map((file) => join(directory, file));
}
