// Where things lie, from the module's own directory.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const module = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const target = resolve(module, "target");
export const screenshots = resolve(target, "screenshots");
export const samples = resolve(module, "../../sample-tests/target");
export const material = resolve(module, "../all/target/browser");
export const images = resolve(module, "../../docs/images");
