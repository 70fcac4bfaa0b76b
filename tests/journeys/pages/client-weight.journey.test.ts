import type { Page, Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { choose } from "../support/buying-box.ts";

const browser = openBrowser();
const slug = "height-growth-complex";

/** Runs in the page: timers of two seconds and less are over at once, so that what they load counts. */
function hastenTimers(): void {
  const start = window.setTimeout.bind(window) as (...given: unknown[]) => number;
  const hastened = (run: unknown, ms = 0, ...given: unknown[]) => start(run, Math.max(0, ms - 2000), ...given);
  Object.assign(window, { setTimeout: hastened });
}

describe("the transferred size of a page", () => {
  /** Returns the pages, style sheets and scripts that the page requests, once they have loaded; sizes in bytes. */
  function record(page: Page): () => Promise<{ type: string; bytes: number }[]> {
    const loads: Promise<{ type: string; bytes: number }>[] = [];
    const sizeOf = async (request: Request) => {
      await (await request.response())?.finished();
      return (await request.sizes()).responseBodySize;
    };
    page.on("request", (request) => {
      const type = request.resourceType();
      // Loaded by a timer, which may fire while a slow machine loads the page.
      if (request.url().includes("/live-sales-")) return;
      if (["document", "stylesheet", "script"].includes(type))
        loads.push(sizeOf(request).then((bytes) => ({ type, bytes })));
    });
    return () => Promise.all(loads);
  }

  const scriptBytes = (loads: { type: string; bytes: number }[]) =>
    loads.filter(({ type }) => type === "script").reduce((sum, { bytes }) => sum + bytes, 0);

  test.each([
    routes.home(),
    routes.shop(),
    `${routes.home()}?s=height`,
    `${routes.shop()}?utm_source=mail`,
    routes.product(slug),
    routes.product("whey-protein"),
  ])("%s needs at most 12 kB of scripts and 4 requests before it is used", async (path) => {
    const { page } = await browser.newPage({ isQuick: false });
    const loads = record(page);
    await page.addInitScript(hastenTimers);
    await page.goto(path, { waitUntil: "networkidle" });
    // The client sets it after everything else that it does by itself.
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain("chowk_styles");
    const made = await loads();
    expect(scriptBytes(made)).toBeGreaterThan(0);
    expect(scriptBytes(made)).toBeLessThanOrEqual(12_000);
    expect(made.length).toBeLessThanOrEqual(4);
  });

  test("tracking adds one script of at most 4 kB before the page is used", async () => {
    const scriptsWith = async (globals: object) => {
      const { page } = await browser.newPage({ isQuick: false });
      const loads = record(page);
      await page.addInitScript((data) => Object.assign(window, data), globals);
      await page.goto(routes.shop(), { waitUntil: "networkidle" });
      return (await loads()).filter(({ type }) => type === "script");
    };
    const networks = { meta: "1234567890", google: "G-TEST1234" };
    const without = await scriptsWith({});
    const made = await scriptsWith({ chowk_tracking: { networks, facts: [], items: {}, googleEvents: [] } });
    expect(made).toHaveLength(without.length + 1);
    expect(scriptBytes(made) - scriptBytes(without)).toBeLessThanOrEqual(4000);
  });

  test("a product page loads no script when its form is used but those of its first use", async () => {
    const { page } = await browser.newPage();
    const loads = record(page);
    await page.goto(routes.product("whey-protein"), { waitUntil: "networkidle" });
    const scripts = async () => (await loads()).filter(({ type }) => type === "script").length;
    const before = await scripts();
    await page.hover(".buy-acts");
    await choose(page, "pa_flavour", "mango");
    await page.click(".single_add_to_cart_button.alt", { force: true });
    await page.locator(".variation-complaint:focus").waitFor();
    expect(await scripts()).toBe(before);
  });
});
