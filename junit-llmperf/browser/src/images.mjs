// Copies the screenshots that the guide shows to docs/images, after the tests have made them.
import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { images, screenshots } from "./places.mjs";

const MOST_BYTES = 200_000;

const SHOWN = {
  index: "index-wide",
  allure3: "allure3-light",
};

for (const [name, screenshot] of Object.entries(SHOWN)) {
  const from = join(screenshots, `${screenshot}.png`);
  const size = statSync(from, { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    console.log(`${name}: left out, the tests have made no ${screenshot}.png`);
  } else if (size > MOST_BYTES) {
    throw new Error(`${from} must be smaller than ${MOST_BYTES} bytes, but has ${size}`);
  } else {
    copyFileSync(from, join(images, `${name}.png`));
    console.log(`${name}: ${size} bytes`);
  }
}
