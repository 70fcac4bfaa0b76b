import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { setChoice } from "../support/buying-box.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const widths = [360, 1280];
const add = "form.variations_form .single_add_to_cart_button.alt";

/** Opens a product page and waits for the form's first check. */
async function openProduct(page: Page, slug: string): Promise<void> {
  await page.goto(routes.product(slug));
  await page.waitForSelector("form.variations_form [class*=woocommerce-variation-add-to-cart-]");
}

const variationId = (page: Page) => page.inputValue("input.variation_id");

/** Clicks a button that is disabled only for assistive technology. */
const press = (page: Page) => page.click(add, { force: true });

/** Records the names of the form's events, in order. */
async function recordEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const names =
      "woocommerce_variation_select_change check_variations update_variation_values woocommerce_update_variation_values " +
      "found_variation show_variation hide_variation reset_data reset_image woocommerce_variation_has_changed " +
      "announce_reset reset_focus clear_reset_announcement";
    for (const name of names.split(" ")) document.addEventListener(name, () => heard.push(name), true);
  });
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));

describe.each(widths)("the variation form, %i wide", (width) => {
  test("can be bought with default options, and other options update price, stock and limits", async () => {
    const { page } = await browser.newPage({ width });
    await openProduct(page, "height-growth-complex");
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    expect(await variationId(page)).toBe("102");
    await setChoice(page, "pa_pack", "3-bottles");
    expect(await variationId(page)).toBe("104");
    await page.waitForFunction(() => document.querySelector(".sku")?.textContent === "DEO-HG-120-3");
    await page.waitForSelector(".single_variation .price");
    // S9.24
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const slides = page.locator(".single_variation > *").first();
    await expect.poll(() => slides.evaluate((element) => getComputedStyle(element).animationDuration)).toBe("0.2s");
    await page.emulateMedia({ reducedMotion: "reduce" });
    // As in the cart; other tests buy some of the stock.
    expect(await page.getAttribute("input[name=quantity]", "max")).toMatch(/^\d+$/);
    expect(await page.locator(add).getAttribute("class")).not.toContain("disabled");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "form.variations_form");
  });

  test("explains next to the buttons what is missing, and focuses the explanation", async () => {
    const { page } = await browser.newPage({ width });
    await openProduct(page, "whey-protein");
    const classes = await page.locator(add).getAttribute("class");
    expect(classes).toContain("disabled wc-variation-selection-needed");
    await press(page);
    const complaint = page.locator(".variation-complaint");
    expect(await complaint.textContent()).toBe(
      "Please select some product options before adding this product to your cart.",
    );
    expect(await complaint.getAttribute("role")).toBe("alert");
    expect(await complaint.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).pathname).toBe(routes.product("whey-protein"));
    await expectAccessible(page, "form.variations_form");
  });
});

test("an unavailable variation shows a message and cannot be bought", async () => {
  const { page } = await browser.newPage();
  await openProduct(page, "growing-protein");
  await setChoice(page, "pa_flavour", "strawberry");
  await setChoice(page, "pa_pack", "2-jars");
  await page.waitForSelector(`${add}.wc-variation-is-unavailable`);
  await page.waitForSelector(".single_variation .out-of-stock");
  await press(page);
  expect(await page.locator(".variation-complaint").textContent()).toBe(
    "Sorry, this product is unavailable. Please choose a different combination.",
  );
});

test("options without matching variations disappear, and come back", async () => {
  const { page } = await browser.newPage();
  await openProduct(page, "daily-electrolytes");
  const boxes = () => page.locator("select[name=attribute_box] option").allTextContents();
  expect(await boxes()).toEqual(["Choose an option", "20 sachets", "40 sachets"]);
  await setChoice(page, "pa_flavour", "mango");
  expect(await boxes()).toEqual(["Choose an option", "20 sachets"]);
  expect(await variationId(page)).toBe("159");
  await setChoice(page, "pa_flavour", "lemon");
  expect(await boxes()).toEqual(["Choose an option", "20 sachets", "40 sachets"]);
});

test("options of inactive variations are disabled, and cleared if chosen", async () => {
  const { page } = await browser.newPage();
  await openProduct(page, "daily-electrolytes");
  await setChoice(page, "pa_flavour", "lemon");
  await setChoice(page, "box", "40 sachets");
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("form.variations_form");
    const all = JSON.parse(form?.dataset.product_variations ?? "[]") as {
      attributes: Record<string, string>;
      variation_is_active: boolean;
    }[];
    for (const one of all) if (one.attributes.attribute_box === "40 sachets") one.variation_is_active = false;
    if (form) form.dataset.product_variations = JSON.stringify(all);
    form?.dispatchEvent(new CustomEvent("reload_product_variations"));
  });
  expect(await page.inputValue("select[name=attribute_box]")).toBe("");
  expect(await variationId(page)).toBe("0");
  const disabled = page.locator("select[name=attribute_box] option:disabled");
  expect(await disabled.allTextContents()).toEqual(["40 sachets"]);
  expect(await page.locator("select[name=attribute_box] option.attached.enabled").allTextContents()).toEqual([
    "20 sachets",
  ]);
});

test("a list of variations changed by a script is read again", async () => {
  const { page } = await browser.newPage();
  await openProduct(page, "height-growth-complex");
  // A script removes a variation.
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("form.variations_form");
    const all = JSON.parse(form?.dataset.product_variations ?? "[]") as { variation_id: number }[];
    if (form) form.dataset.product_variations = JSON.stringify(all.filter(({ variation_id }) => variation_id !== 103));
    form?.dispatchEvent(new CustomEvent("reload_product_variations"));
  });
  const packs = await page.locator("select[name=attribute_pa_pack] option").allTextContents();
  expect(packs).toEqual(["Choose an option", "1 bottle", "3 bottles"]);
});

test("options that match no variation show a message until the next choice", async () => {
  const { page } = await browser.newPage();
  await openProduct(page, "growing-protein");
  // Availability is unknown until both are chosen: one variation accepts any flavour, none has this one.
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("form.variations_form");
    const all = JSON.parse(form?.dataset.product_variations ?? "[]") as { attributes: Record<string, string> }[];
    for (const { attributes } of all) attributes.attribute_other = "never chosen";
    if (form) form.dataset.product_variations = JSON.stringify(all);
    form?.dispatchEvent(new CustomEvent("reload_product_variations"));
  });
  const message = page.locator("[role=alert] > .wc-no-matching-variations.woocommerce-info");
  expect(await message.textContent()).toBe(
    "Sorry, no products matched your selection. Please choose a different combination.",
  );
  expect(await variationId(page)).toBe("0");
  await press(page);
  expect(await page.locator(".variation-complaint").textContent()).toContain("Please select some product options");
  await setChoice(page, "pa_pack", "");
  expect(await message.count()).toBe(0);
});

test("Clear selection resets everything, by pointer and by keyboard", async () => {
  const { page } = await browser.newPage();
  await openProduct(page, "growing-protein");
  await setChoice(page, "pa_pack", "2-jars");
  await page.waitForFunction(() => document.querySelector(".sku")?.textContent === "DEO-GP-900-V2");
  await page.click(".reset_variations");
  expect(await variationId(page)).toBe("0");
  expect(await page.locator(".sku").textContent()).not.toContain("V2");
  expect(await page.locator(".reset_variations_alert").textContent()).toBe(
    "Your selection has been reset. Please select some product options before adding this product to your cart.",
  );
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("attribute_pa_pack");
  expect(await page.locator(".reset_variations").isVisible()).toBe(false);
  await page.waitForFunction(() => document.querySelector(".single_variation")?.childElementCount === 0);
  await setChoice(page, "pa_pack", "1-jar");
  expect(await page.locator(".reset_variations_alert").textContent()).toBe("");
  await page.focus(".reset_variations");
  await page.keyboard.press("Space");
  expect(await page.inputValue("select[name=attribute_pa_pack]")).toBe("");
});

test("more variations than the page usually embeds are filtered and matched without a request", async () => {
  const { page } = await browser.newPage();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("wc-ajax")) calls.push(request.url());
  });
  await openProduct(page, "whey-protein");
  await recordEvents(page);
  expect(await page.getAttribute("form.variations_form", "data-product_variations")).toBe("false");
  await setChoice(page, "pa_flavour", "mango");
  await setChoice(page, "pa_size", "2-kg");
  await setChoice(page, "pa_pack", "2-tubs");
  await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled, .woocommerce-variation-add-to-cart-disabled");
  await page.waitForSelector(".single_variation .price");
  expect(Number(await variationId(page))).toBeGreaterThan(0);
  expect(await page.locator(".sku").textContent()).toMatch(/^DEO-WP-M2K/);
  expect(calls).toEqual([]);
  const events = await heard(page);
  expect(events).toContain("woocommerce_variation_has_changed");
  expect(events).not.toContain("woocommerce_variation_select_change");
});

test("the quantity is limited to what the variation allows", async () => {
  const { page } = await browser.newPage();
  await openProduct(page, "growing-protein");
  await setChoice(page, "pa_flavour", "vanilla");
  await page.fill("input[name=quantity]", "50");
  await setChoice(page, "pa_flavour", "strawberry");
  expect(await page.inputValue("input[name=quantity]")).toBe("9");
  await page.fill("input[name=quantity]", "");
  await setChoice(page, "pa_flavour", "chocolate");
  expect(await page.inputValue("input[name=quantity]")).toBe("1");
  await page.click(".quantity .plus");
  expect(await page.inputValue("input[name=quantity]")).toBe("2");
});

test("the protocol's events come in order, found_variation with the whole variation", async () => {
  const { page } = await browser.newPage();
  await openProduct(page, "height-growth-complex");
  await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
  await recordEvents(page);
  const found = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.body.addEventListener(
          "found_variation",
          (event) => resolve((event as CustomEvent<unknown[]>).detail[0]),
          { once: true },
        ),
      ),
  );
  await setChoice(page, "pa_pack", "2-bottles");
  expect(await found).toMatchObject({
    variation_id: 103,
    sku: "DEO-HG-120-2",
    attributes: { attribute_pa_pack: "2-bottles" },
    is_in_stock: true,
  });
  await page.waitForFunction(() => (window as unknown as { heard: string[] }).heard.includes("show_variation"));
  expect(await heard(page)).toEqual([
    "clear_reset_announcement",
    "woocommerce_variation_select_change",
    "check_variations",
    "update_variation_values",
    "woocommerce_update_variation_values",
    "found_variation",
    "woocommerce_variation_has_changed",
    "show_variation",
  ]);
  await page.click(".reset_variations");
  expect((await heard(page)).filter((name) => /reset|hide/.test(name))).toEqual([
    "clear_reset_announcement",
    "reset_data",
    "reset_image",
    "hide_variation",
    "announce_reset",
    "reset_focus",
  ]);
});

test("without scripts the form posts the options and the shop finds the variation", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await page.goto(routes.product("height-growth-complex"));
  await setChoice(page, "pa_pack", "2-bottles");
  await Promise.all([page.waitForURL(/checkout/), page.click(add)]);
  expect(await page.locator("main").textContent()).toContain("Height Growth Complex");
});
