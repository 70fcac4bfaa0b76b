import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";

const browser = openBrowser();
const slug = "height-growth-complex";
const island = "shop-island[name=variation-form]";

/** The product page, its HTML changed on the way. */
async function openChanged(page: Page, change: (html: string) => string): Promise<void> {
  await page.route(`**${routes.product(slug)}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
  await page.goto(routes.product(slug));
  await page.unroute(`**${routes.product(slug)}`);
}

const isAwake = (page: Page) => page.locator(`${island}[awake]`).count();

/** A pointer that comes near wakes the island. */
async function wake(page: Page): Promise<void> {
  await page.hover(".buy-acts");
  await page.waitForSelector(`${island}[awake]`);
}

describe("an island that waits for interaction", () => {
  test("sleeps until the focus reaches its form", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    expect(await isAwake(page)).toBe(0);
    await page.focus("select[name=attribute_pa_pack]");
    await page.waitForSelector(`${island}[awake]`);
  });

  test("wakes when a pointer comes near", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    expect(await isAwake(page)).toBe(0);
    await wake(page);
    expect(await isAwake(page)).toBe(1);
  });

  test("the click that woke it happens exactly once", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    await page.evaluate(() => {
      Object.assign(window, { clicks: 0 });
      document.addEventListener("click", () =>
        Object.assign(window, { clicks: (window as never as { clicks: number }).clicks + 1 }),
      );
      document.querySelector<HTMLElement>(".quantity .plus")?.click();
    });
    await page.waitForSelector(`${island}[awake]`);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[name=quantity]")?.value === "2");
    expect(await page.evaluate(() => (window as never as { clicks: number }).clicks)).toBe(1);
  });

  test("the press that woke it sends the form once", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes(routes.product(slug))) posts++;
    });
    await Promise.all([
      page.waitForURL(/checkout/),
      page.evaluate(() => document.querySelector<HTMLElement>(".single_add_to_cart_button.alt")?.click()),
    ]);
    expect(posts).toBe(1);
  });

  test("the change that woke it is acted on", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    await page.selectOption("select[name=attribute_pa_pack]", "3-bottles");
    await page.waitForSelector(`${island}[awake]`);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>(".variation_id")?.value !== "0");
    expect(await page.inputValue(".variation_id")).toBe("104");
  });
});

describe("an island, early and late", () => {
  test("with the strategy idle it wakes by itself", async () => {
    const { page } = await browser.newPage();
    await openChanged(page, (html) => html.replace('strategy="interaction"', 'strategy="idle"'));
    await page.waitForSelector(`${island}[awake]`);
    expect(await isAwake(page)).toBe(1);
  });

  test("what was chosen before it woke stays chosen", async () => {
    const { page } = await browser.newPage();
    await openChanged(page, (html) =>
      html.replace("<shop-island", "<shop-later").replace("</shop-island>", "</shop-later>"),
    );
    await page.selectOption("select[name=attribute_pa_pack]", "2-bottles");
    await page.evaluate(() => {
      const later = document.querySelector("shop-later");
      const island = document.createElement("shop-island");
      for (const { name, value } of later?.attributes ?? []) island.setAttribute(name, value);
      island.append(...(later?.childNodes ?? []));
      later?.replaceWith(island);
    });
    await page.focus("select[name=attribute_pa_pack]");
    await page.waitForSelector(`${island}[awake]`);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>(".variation_id")?.value === "103");
    expect(await page.inputValue("select[name=attribute_pa_pack]")).toBe("2-bottles");
  });

  test("ends when it is taken out, and HTML swapped in later wakes up by itself", async () => {
    const { page } = await browser.newPage();
    const html = await (await page.request.get(routes.product(slug))).text();
    await page.goto(routes.product(slug));
    await wake(page);
    await page.evaluate((text) => {
      const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("form.variations_form");
      const old = document.querySelector("form.variations_form");
      Object.assign(window, { old });
      if (fresh) old?.replaceWith(document.importNode(fresh, true));
    }, html);
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await wake(page);
    expect(
      await page.evaluate(() =>
        (window as never as { old: Element }).old.querySelector("shop-island")?.hasAttribute("awake"),
      ),
    ).toBe(false);
    await page.selectOption("select[name=attribute_pa_pack]", "3-bottles");
    expect(await page.inputValue(".variation_id")).toBe("104");
  });

  test("is not disturbed by being moved within the page", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    await wake(page);
    await page.evaluate(() =>
      document.querySelector("main")?.append(document.querySelector("form.variations_form") ?? ""),
    );
    await page.selectOption("select[name=attribute_pa_pack]", "3-bottles");
    expect(await page.inputValue(".variation_id")).toBe("104");
    expect(await isAwake(page)).toBe(1);
  });
});

describe("an island that fails", () => {
  test("stays as the server made it, works, and is logged once", async () => {
    const { page, faults } = await browser.newPage();
    await page.route("**/hydrate-*.js", (route) => route.abort("failed"));
    await page.goto(routes.product(slug));
    const told = page.waitForEvent("console");
    await page.hover(".buy-acts");
    await told;
    expect(await isAwake(page)).toBe(0);
    expect(faults.splice(0).filter((fault) => fault.startsWith("console:"))).toHaveLength(1);
    await page.selectOption("select[name=attribute_pa_pack]", "2-bottles");
    await Promise.all([page.waitForURL(/checkout/), page.click(".single_add_to_cart_button.alt")]);
    expect(await page.locator("main").textContent()).toContain("Height Growth Complex");
    faults.splice(0);
  });

  test("the same when its component throws", async () => {
    const { page, faults } = await browser.newPage();
    await openChanged(page, (html) => html.replace("&quot;texts&quot;", "&quot;lost&quot;"));
    const told = page.waitForEvent("console", (message) => message.text().includes("stays asleep"));
    await page.hover(".buy-acts");
    await told;
    const said = faults.splice(0);
    expect(said.filter((fault) => fault.includes("stays asleep"))).toHaveLength(1);
    expect(await page.locator("select[name=attribute_pa_pack] option").count()).toBe(4);
    await page.selectOption("select[name=attribute_pa_pack]", "2-bottles");
    await Promise.all([page.waitForURL(/checkout/), page.click(".single_add_to_cart_button.alt")]);
  });
});

describe("the weight of a page, compressed as it travels", () => {
  /** What the page loads, by type; sizes in bytes. */
  function record(page: Page): () => Promise<{ type: string; url: string; bytes: number }[]> {
    const loads: Promise<{ type: string; url: string; bytes: number }>[] = [];
    page.on("requestfinished", (request) => {
      const load = request.sizes().then(({ responseBodySize: bytes }) => bytes);
      loads.push(load.then((bytes) => ({ type: request.resourceType(), url: request.url(), bytes })));
    });
    return () => Promise.all(loads);
  }

  const scriptBytes = (loads: { type: string; bytes: number }[]) =>
    loads.filter(({ type }) => type === "script").reduce((sum, { bytes }) => sum + bytes, 0);

  test.each([routes.home(), routes.shop(), routes.product(slug), routes.product("whey-protein")])(
    "%s needs at most 15 kB of scripts and 4 requests, and no more when idle for 2 s",
    async (path) => {
      const { page } = await browser.newPage();
      const loads = record(page);
      await page.goto(path);
      await page.waitForTimeout(2000);
      const made = await loads();
      expect(scriptBytes(made)).toBeLessThanOrEqual(15_000);
      const counted = made.filter(({ type }) => ["document", "stylesheet", "script"].includes(type));
      expect(counted.map(({ url }) => url).length).toBeLessThanOrEqual(4);
    },
  );

  test("a product page with everything awake needs at most 80 kB of scripts", async () => {
    const { page } = await browser.newPage();
    const loads = record(page);
    await page.goto(routes.product(slug));
    await wake(page);
    const made = await loads();
    expect(made.filter(({ type }) => type === "script").length).toBeGreaterThan(1);
    expect(scriptBytes(made)).toBeLessThanOrEqual(80_000);
  });
});
