// Opens pages in Chromium, and keeps what a page must not do: report errors, open dialogs, ask other servers.
import { chromium } from "playwright-core";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { screenshots } from "./places.mjs";

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 360, height: 740 };

export class Visitor {
  #browser;

  static async start() {
    const executablePath = process.env.LLMPERF_CHROMIUM;
    if (!executablePath) {
      throw new Error("LLMPERF_CHROMIUM must name the browser's program, but is not set: run this by run.sh");
    }
    const visitor = new Visitor();
    visitor.#browser = await chromium.launch({
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    });
    mkdirSync(screenshots, { recursive: true });
    return visitor;
  }

  /**
   * Opens an address; the caller closes what comes back. What a page of others' making asks of others is answered with
   * nothing where the page itself names it.
   */
  async open(url, { viewport = WIDE, colorScheme = "light", named = "" } = {}) {
    const context = await this.#browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    const visit = new Visit(page, new URL(url), named);
    await context.route(
      (asked) => visit.isForeign(asked),
      (route) => route.fulfill({ status: 200, contentType: "text/javascript", body: "" }),
    );
    await page.goto(url, { waitUntil: "load" });
    return visit;
  }

  async end() {
    await this.#browser.close();
  }
}

export class Visit {
  problems = [];

  #url;
  #named;

  constructor(page, url, named) {
    this.page = page;
    this.#url = url;
    this.#named = named;
    page.on("console", (message) => {
      if (message.type() === "error") {
        this.problems.push(`console: ${message.text()}`);
      }
    });
    page.on("pageerror", (error) => this.problems.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      this.problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    page.on("request", (request) => {
      if (this.isForeign(new URL(request.url())) && !this.#named.includes(request.url())) {
        this.problems.push(`request: ${request.url()}`);
      }
    });
  }

  isForeign(asked) {
    const isInline = ["data:", "blob:", "about:"].includes(asked.protocol);
    return !isInline && !(asked.protocol === this.#url.protocol && asked.host === this.#url.host);
  }

  async screenshot(name, options = {}) {
    await this.page.screenshot({ path: join(screenshots, `${name}.png`), ...options });
  }

  async close() {
    await this.page.context().close();
  }
}
