import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";

const browser = openBrowser();
const slug = "height-growth-complex";
const island = "shop-island[name=variation-form]";

/** The product page with its island waiting for a hand. */
async function openAsleep(page: Page, change = (html: string) => html): Promise<void> {
  await page.route(`**${routes.product(slug)}`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace('strategy="idle"', 'strategy="interaction"');
    await route.fulfill({ response, body: change(html) });
  });
  await page.goto(routes.product(slug));
  await page.unroute(`**${routes.product(slug)}`);
}

const isAwake = (page: Page) => page.locator(`${island}[awake]`).count();

describe("an island that waits for interaction", () => {
  test("sleeps until the focus reaches it", async () => {
    const { page } = await browser.newPage();
    await openAsleep(page);
    await page.waitForTimeout(800);
    expect(await isAwake(page)).toBe(0);
    await page.focus("select[name=attribute_pa_pack]");
    await page.waitForSelector(`${island}[awake]`);
  });

  test("wakes when a pointer comes near", async () => {
    const { page } = await browser.newPage();
    await openAsleep(page);
    expect(await isAwake(page)).toBe(0);
    await page.hover(".buy-acts");
    await page.waitForSelector(`${island}[awake]`);
    expect(await isAwake(page)).toBe(1);
  });

  test("the click that woke it happens exactly once", async () => {
    const { page } = await browser.newPage();
    await openAsleep(page);
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
    await openAsleep(page);
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
    await openAsleep(page);
    await page.selectOption("select[name=attribute_pa_pack]", "3-bottles");
    await page.waitForSelector(`${island}[awake]`);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>(".variation_id")?.value !== "0");
    expect(await page.inputValue(".variation_id")).toBe("104");
  });
});

describe("an idle island", () => {
  test("what was chosen before it woke stays chosen", async () => {
    const { page } = await browser.newPage();
    await openAsleep(page, (html) =>
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
    await page.waitForSelector(`${island}[awake]`);
    await page.evaluate((text) => {
      const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("form.variations_form");
      const old = document.querySelector("form.variations_form");
      Object.assign(window, { old });
      if (fresh) old?.replaceWith(document.importNode(fresh, true));
    }, html);
    await page.waitForSelector(`${island}[awake]`);
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
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
    await page.waitForSelector(`${island}[awake]`);
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
    await page.waitForTimeout(500);
    expect(faults.splice(0).filter((fault) => fault.startsWith("console:"))).toHaveLength(1);
    await page.selectOption("select[name=attribute_pa_pack]", "2-bottles");
    await Promise.all([page.waitForURL(/checkout/), page.click(".single_add_to_cart_button.alt")]);
    expect(await page.locator("main").textContent()).toContain("Height Growth Complex");
    faults.splice(0);
  });

  test("the same when its component throws", async () => {
    const { page, faults } = await browser.newPage();
    await openAsleep(page, (html) =>
      html.replace('strategy="interaction"', 'strategy="idle"').replace("&quot;texts&quot;", "&quot;lost&quot;"),
    );
    await page.waitForTimeout(1500);
    const said = faults.splice(0);
    expect(said.filter((fault) => fault.includes("stays asleep"))).toHaveLength(1);
    expect(await page.locator("select[name=attribute_pa_pack] option").count()).toBe(4);
    await page.selectOption("select[name=attribute_pa_pack]", "2-bottles");
    await Promise.all([page.waitForURL(/checkout/), page.click(".single_add_to_cart_button.alt")]);
  });
});

describe("the weight of the scripts, compressed as they travel", () => {
  /** Bytes of scripts that the page loads, by whether they came before its island had to wake. */
  async function scriptsOf(page: Page, path: string, wait: () => Promise<unknown>): Promise<number> {
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(path);
    await wait();
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  test.each([routes.home(), routes.shop()])("%s needs at most 15 kB, and no more when idle", async (path) => {
    const { page } = await browser.newPage();
    expect(await scriptsOf(page, path, () => page.waitForTimeout(1500))).toBeLessThanOrEqual(15_000);
  });

  test("a product page gets the rest only when the browser is idle", async () => {
    const { page } = await browser.newPage();
    const asked: { url: string; at: number }[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") asked.push({ url: request.url(), at: performance.now() });
    });
    let loadedAt = 0;
    page.on("load", () => (loadedAt = performance.now()));
    const bytes = await scriptsOf(page, routes.product(slug), () => page.waitForSelector(`${island}[awake]`));
    const [first, ...rest] = asked;
    expect(first?.url).toContain("/shop-");
    expect(rest.every(({ at }) => at >= loadedAt - 5)).toBe(true);
    expect(bytes).toBeLessThanOrEqual(80_000);
  });
});
