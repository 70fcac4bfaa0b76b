import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";

const browser = openBrowser();
const path = routes.product("height-growth-complex");
const select = "select[name=attribute_pa_pack]";
const add = "form.variations_form .single_add_to_cart_button.alt";
const awake = "shop-island[name=variation-form][awake]";
const component = /\/(hydrate|variation-form\.island)-[^/]*\.js$/;

const variationId = (page: Page) => page.inputValue("input.variation_id");

/** The page shows this variation of the default product as one that can be bought. */
async function expectVariation(page: Page, id: string, sku: string, price: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLInputElement>("input.variation_id")?.value === wanted,
    id,
  );
  await page.locator(".single_variation .price", { hasText: price }).waitFor();
  await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
  expect(await page.locator(".sku").textContent()).toBe(sku);
}

/** Keeps the component from arriving. @returns whether it was asked for, and what lets it come. */
async function holdComponent(page: Page) {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isAsked = false;
  await page.route(component, async (route) => {
    isAsked = true;
    await held;
    await route.continue();
  });
  return { release, isAsked: () => isAsked };
}

/** The checkout has the choice in its order. */
async function expectInCheckout(page: Page, label: string): Promise<void> {
  await page.waitForURL(`**${routes.checkout()}`);
  expect(await page.locator("main").textContent()).toContain(label);
}

describe("before anybody touches the form of a variable product", () => {
  test("the first check is done 100 ms after the start, and its details are told 300 ms later", async () => {
    const { page } = await browser.newPage();
    const { isAsked } = await holdComponent(page);
    await page.addInitScript(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      for (const name of ["check_variations", "found_variation", "wc_variation_form", "show_variation"]) {
        document.addEventListener(
          name,
          (event) => {
            const [variation] = ((event as CustomEvent<unknown>).detail ?? []) as { variation_id?: number }[];
            heard.push([name, variation?.variation_id]);
          },
          true,
        );
      }
    });
    await page.goto(path);
    await expectVariation(page, "102", "DEO-HG-120-1", "2,999");
    expect(await page.evaluate(() => (window as never as { heard: unknown[] }).heard)).toEqual([
      ["check_variations", undefined],
      ["found_variation", 102],
      ["wc_variation_form", undefined],
      ["show_variation", 102],
    ]);
    expect(isAsked()).toBe(false);
  });

  test("a choice before the first check puts it off for nobody: it is told, and the address follows", async () => {
    const { page } = await browser.newPage();
    await page.addInitScript((selector) => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      document.addEventListener("wc_variation_form", ({ type }) => heard.push(type), true);
      const define = customElements.define.bind(customElements);
      customElements.define = (...element) => {
        define(...element);
        const list = document.querySelector<HTMLSelectElement>(selector);
        if (list) list.value = "2-bottles";
        list?.dispatchEvent(new Event("change", { bubbles: true }));
      };
    }, select);
    await page.goto(path);
    await page.waitForURL(/attribute_pa_pack=2-bottles/);
    await expect.poll(() => page.evaluate(() => (window as never as { heard: string[] }).heard)).toHaveLength(1);
    await page.selectOption(select, "3-bottles");
    await page.waitForURL(/attribute_pa_pack=3-bottles/);
  });

  test("a link with a choice shows it", async () => {
    const { page } = await browser.newPage();
    const { isAsked } = await holdComponent(page);
    await page.goto(`${path}?attribute_pa_pack=3-bottles`);
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
    expect(isAsked()).toBe(false);
  });

  test("a choice that a script sets is acted on", async () => {
    const { page } = await browser.newPage();
    const { isAsked } = await holdComponent(page);
    await page.goto(path);
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await page.evaluate((selector) => {
      const list = document.querySelector<HTMLSelectElement>(selector);
      if (list) list.value = "2-bottles";
      list?.dispatchEvent(new Event("change", { bubbles: true }));
    }, select);
    expect(await variationId(page)).toBe("103");
    await expectVariation(page, "103", "DEO-HG-120-2", "5,499");
    expect(isAsked()).toBe(false);
  });

  test("a choice that the browser brings back on the way back is noticed", async () => {
    const { page } = await browser.newPage();
    await page.goto(path);
    await page.selectOption(select, "3-bottles");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
    await page.goto(routes.shop());
    await page.goBack();
    expect(await page.inputValue(select)).toBe("3-bottles");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
  });

  test("a choice that the browser keeps over a reload is noticed", async () => {
    const { page } = await browser.newPage();
    const { isAsked } = await holdComponent(page);
    // Chromium keeps none; others put it back while they read the page, without an event.
    await page.addInitScript((selector) => {
      document.addEventListener("readystatechange", () => {
        const list = document.querySelector<HTMLSelectElement>(selector);
        if (list && document.readyState === "interactive") list.value = "2-bottles";
      });
    }, select);
    await page.goto(path);
    await expectVariation(page, "103", "DEO-HG-120-2", "5,499");
    expect(isAsked()).toBe(false);
  });
});

describe("while the component of the form is on its way", () => {
  test("a first choice by touch is shown at once, and can be bought", async () => {
    const { page } = await browser.newPage({ width: 360 });
    const { isAsked } = await holdComponent(page);
    await page.goto(path);
    await page.locator(select).tap();
    await page.selectOption(select, "3-bottles");
    expect(await variationId(page)).toBe("104");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
    expect(await page.locator(".buybar-price").textContent()).toContain("7,999");
    expect(isAsked()).toBe(true);
    await page.locator(add).tap();
    await expectInCheckout(page, "3 bottles");
  });

  test("a first choice by key is shown at once, and is still there afterwards", async () => {
    const { page } = await browser.newPage();
    const { release } = await holdComponent(page);
    await page.goto(path);
    await page.focus(select);
    await page.keyboard.press("ArrowDown");
    expect(await variationId(page)).toBe("103");
    await expectVariation(page, "103", "DEO-HG-120-2", "5,499");
    release();
    await page.waitForSelector(awake);
    expect(await page.inputValue(select)).toBe("2-bottles");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("attribute_pa_pack");
    await expectVariation(page, "103", "DEO-HG-120-2", "5,499");
    await page.keyboard.press("ArrowDown");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
    await page.focus(add);
    await page.keyboard.press("Enter");
    await expectInCheckout(page, "3 bottles");
  });

  test("quick presses on the quantity count", async () => {
    const { page } = await browser.newPage({ width: 360 });
    const { release } = await holdComponent(page);
    await page.goto(path);
    for (let press = 0; press < 3; press++) await page.locator(".quantity .plus").tap();
    expect(await page.inputValue("input[name=quantity]")).toBe("4");
    release();
    await page.waitForSelector(awake);
    expect(await page.inputValue("input[name=quantity]")).toBe("4");
  });

  test("a press on a button that does not buy yet sends nothing, and is explained on arrival", async () => {
    const { page } = await browser.newPage();
    const { release } = await holdComponent(page);
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.goto(routes.product("whey-protein"));
    await page.waitForSelector(`${add}.wc-variation-selection-needed`);
    await page.click(add, { force: true });
    release();
    const complaint = page.locator(".variation-complaint");
    await complaint.waitFor();
    expect(await complaint.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(posts).toEqual([]);
  });
});
