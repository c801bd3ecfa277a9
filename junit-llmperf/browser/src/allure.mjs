// Generates reports with Allure 2 and Allure 3, as docs/allure.md says.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { module, target } from "./places.mjs";

const ALLURE_2 = join(module, ".allure/allure-2.34.0/bin/allure");
const ALLURE_3 = join(module, "node_modules/allure/cli.js");
const CONFIG = resolve(module, "../../docs/ci/allurerc.mjs");

const run = (cwd, program, ...options) => promisify(execFile)(program, options, { cwd });

/** Takes over what an earlier report knew of the tests, where there is one. */
export async function withAllure2(results, output, earlier) {
  const taken = `${output}-results`;
  rmSync(taken, { recursive: true, force: true });
  cpSync(results, taken, { recursive: true });
  if (earlier) {
    cpSync(join(earlier, "history"), join(taken, "history"), { recursive: true });
  }
  await run(target, "sh", ALLURE_2, "generate", taken, "--output", output, "--clean");
  return output;
}

/** Each report adds a line to allure-history.jsonl in the directory that Allure 3 runs in. */
export async function withAllure3(results, output, historyDirectory) {
  mkdirSync(historyDirectory, { recursive: true });
  rmSync(output, { recursive: true, force: true });
  await run(historyDirectory, process.execPath, ALLURE_3, "generate", results, "--config", CONFIG, "--output", output);
  return output;
}

/** All JSON files of a directory of a report, with their names as ids. */
export function data(report, directory) {
  const place = join(report, directory);
  assertExists(place);
  return readdirSync(place)
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({ id: file.replace(".json", ""), ...json(report, directory, file) }));
}

export function json(report, ...path) {
  return JSON.parse(readFileSync(join(report, ...path), "utf8"));
}

function assertExists(place) {
  if (!existsSync(place)) {
    throw new Error(`${place} must exist, but Allure has not written it`);
  }
}
