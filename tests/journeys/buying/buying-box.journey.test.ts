import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { add, choose, chosen, openProduct, slug } from "../support/buying-box.ts";
import { countShifts } from "../support/layout-shifts.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const widths = [360, 1280];
const soldOut = { pa_flavour: "strawberry", pa_pack: "2-jars" };

const amountIn = (text: string) => Number(text.replace(/\D/g, ""));

/** Waits for a notice with this text. */
const noticed = (page: Page, words: string) =>
  page.locator(".woocommerce-notices-wrapper", { hasText: words }).waitFor();

/** Requests a back-in-stock notification and waits for the answer. */
async function requestNotification(page: Page, contact: string, answer: string): Promise<void> {
  await page.getByLabel("Your email or mobile number").fill(contact);
  await page.getByRole("button", { name: "Notify me" }).click();
  await noticed(page, answer);
}

/** Asserts that a refused contact stays in the field with its error message, and does not appear in the URL. */
async function expectFieldError(page: Page, typed: string): Promise<void> {
  const field = page.getByLabel("Your email or mobile number");
  expect(await field.inputValue()).toBe(typed);
  expect(await field.isVisible()).toBe(true);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("#back-in-stock-contact-error").textContent()).toContain("Enter an email address");
  expect(page.url()).not.toContain(encodeURIComponent(typed));
  await expectAccessible(page, ".back-in-stock");
}

/** Returns where price, choices and buttons are on the page, in whole pixels: left, top, width, height. */
const placesOf = (page: Page) =>
  page.locator(".buy-price, form.cart .choice-button, form.cart .quantity, form.cart .btn").evaluateAll((all) =>
    all.map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return [left + scrollX, top + scrollY, width, height].map(Math.round);
    }),
  );

/** Records the SKU that the form shows, or null for none. Call it before opening the page. */
async function recordShown(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("show_variation", (event) => {
      const [variation] = (event as CustomEvent<[{ sku: string }]>).detail;
      Object.assign(window, { shown: variation.sku });
    });
    document.addEventListener("hide_variation", () => Object.assign(window, { shown: null }));
  });
}

/** Waits until this variation (null: none) is shown and animations have ended. */
async function untilShown(page: Page, sku: string | null): Promise<void> {
  await page.waitForFunction((wanted) => (window as never as { shown: unknown }).shown === wanted, sku);
  await page.waitForSelector(".single_variation:not(.is-leaving)", { state: "attached" });
  await page.evaluate(async () => {
    const own = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    await Promise.all(own.map(({ finished }) => finished));
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
}

describe.each([360, 768, 1280])("choosing options, %i wide", (width) => {
  test("moves neither prices nor choices nor buttons, and nothing else unless more is shown below them", async () => {
    const { page } = await browser.newPage({ width });
    const shifts = await countShifts(page);
    await recordShown(page);
    await openProduct(page);
    await page.locator(".choice-buttons").last().scrollIntoViewIfNeeded();
    // A web font that loads after the first paint may shift lines; that is not caused by choosing.
    await page.evaluate(() => document.fonts.ready);
    await untilShown(page, "DEO-GP-900-V1");
    const before = await placesOf(page);
    let sum = await shifts();
    let hadMore = false;
    for (const [pack, flavour, sku] of [
      ["1-jar", "chocolate", "DEO-GP-900-C1"],
      ["1-jar", "strawberry", "DEO-GP-900-S1"],
      ["1-jar", "vanilla", "DEO-GP-900-V1"],
      ["2-jars", "vanilla", "DEO-GP-900-V2"],
      ["2-jars", "strawberry", "DEO-GP-900-S2"],
      ["", "", null],
      ["2-jars", "chocolate", "DEO-GP-900-C2"],
    ] as const) {
      if (pack === "") await page.click(".reset_variations");
      else {
        await choose(page, "pa_pack", pack);
        await choose(page, "pa_flavour", flavour);
      }
      await untilShown(page, sku);
      if (sku?.endsWith("S2") || sku === null) {
        await page.locator(add).focus();
        await page.keyboard.press("Enter");
        await page.locator(".variation-complaint:focus").waitFor();
      }
      expect({ sku, places: await placesOf(page) }).toEqual({ sku, places: before });
      // The chosen variation's description, or the request for a notification of a sold-out one.
      const more = ".woocommerce-variation-description, .back-in-stock:not(.is-off)";
      const hasMore = (await page.locator(more).count()) > 0;
      const now = await shifts();
      expect({ sku, sum: now }).toEqual({ sku, sum: hasMore || hadMore ? now : sum });
      [sum, hadMore] = [now, hasMore];
    }
  });
});

test.each(widths)("an error message moves nothing on a page with little variation data, %i wide", async (width) => {
  const { page } = await browser.newPage({ width });
  const shifts = await countShifts(page);
  await openProduct(page, routes.product("whey-protein"));
  await page.locator(".choice-buttons").last().scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready);
  const before = await shifts();
  await page.locator(add).focus();
  await page.keyboard.press("Enter");
  await page.locator(".variation-complaint:focus").waitFor();
  await choose(page, "pa_flavour", "mango");
  await page.locator(".variation-complaint").waitFor({ state: "hidden" });
  expect(await shifts()).toBe(before);
});

test.each([360, 768, 1280])("%i wide, what follows the buttons is close to them", async (width) => {
  const { page } = await browser.newPage({ width });
  for (const product of [slug, "whey-protein", "height-growth-complex"]) {
    await openProduct(page, routes.productUnchosen(product, ["pa_pack", "pa_flavour"]));
    const gap = await page.evaluate(() => {
      const bottom = document.querySelector("form.cart .buy-acts")?.getBoundingClientRect().bottom ?? 0;
      return (document.querySelector(".product_meta")?.getBoundingClientRect().top ?? 0) - bottom;
    });
    expect({ product, isClose: gap <= 24 }).toEqual({ product, isClose: true });
  }
});

test.each(widths)(
  "a long description is shown in full below the buttons without moving them, %i wide",
  async (width) => {
    const { page } = await browser.newPage({ width });
    await recordShown(page);
    await openProduct(page);
    await choose(page, "pa_pack", "1-jar");
    const topOf = (selector: string) =>
      page.locator(selector).evaluate((it) => it.getBoundingClientRect().top + scrollY);
    const bottomOf = (selector: string) =>
      page.locator(selector).evaluate((it) => it.getBoundingClientRect().bottom + scrollY);
    await untilShown(page, "DEO-GP-900-V1");
    const before = await topOf(add);
    await choose(page, "pa_flavour", "chocolate");
    await untilShown(page, "DEO-GP-900-C1");
    expect(await topOf(add)).toBe(before);
    const description = ".woocommerce-variation-description";
    expect(await topOf(description)).toBeGreaterThan(await bottomOf(add));
    expect(await bottomOf(`${description} li:last-child`)).toBeLessThanOrEqual(await topOf(".product_meta"));
    expect(await page.locator(description).evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
    await expectAccessible(page, "form.variations_form");
    await page.click(".reset_variations");
    await untilShown(page, null);
    expect(await topOf(add)).toBe(before);
    expect((await topOf(add)) - (await bottomOf("form.cart shop-choice-buttons:last-child"))).toBeLessThan(140);
  },
);

describe.each(widths)("a sold-out variation, %i wide", (width) => {
  test("accepts requests for back-in-stock notifications", async () => {
    const { page } = await browser.newPage({ width });
    await openProduct(page);
    const request = page.locator(".back-in-stock summary");
    expect(await request.isVisible()).toBe(false);
    await choose(page, "pa_pack", soldOut.pa_pack);
    await choose(page, "pa_flavour", soldOut.pa_flavour);
    await request.click();
    await expectAccessible(page, ".buy");
    await expectNoSidewaysScroll(page);
    await requestNotification(page, "not an address", "Enter an email address");
    await expectFieldError(page, "not an address");
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["2-jars", "strawberry"]);
    await requestNotification(page, `w${width}@example.com`, "We will message you once");
    await choose(page, "pa_flavour", "vanilla");
    await request.waitFor({ state: "hidden" });
  });

  test("stays chosen without scripts, with an explanation and the notification form", async () => {
    const { page } = await browser.newPage({ width, javaScript: false });
    await page.goto(routes.product(slug));
    await choose(page, "pa_pack", soldOut.pa_pack);
    await choose(page, "pa_flavour", soldOut.pa_flavour);
    await page.click(add);
    await noticed(page, "is out of stock");
    expect(new URL(page.url()).pathname).toBe(routes.product(slug));
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["2-jars", "strawberry"]);
    await expectAccessible(page, ".buy");
    await requestNotification(page, "0300", "Enter an email address");
    await expectFieldError(page, "0300");
    await requestNotification(page, "0300 1234567", "“Growing Protein (2 jars, Strawberry)” is in stock again");
    expect(await chosen(page, "pa_flavour")).toBe("strawberry");
  });
});

test.each([true, false])(
  "adding without choosing options links to the product's page, except on that page; with scripts: %s",
  async (javaScript) => {
    const { page } = await browser.newPage({ javaScript });
    const own = await (await page.request.get(routes.product(slug))).text();
    const [, id] = /<form class="variations_form[^>]*? data-product_id="(\d+)"/.exec(own) ?? [];
    const link = page.locator(".woocommerce-notices-wrapper a", { hasText: "Choose options" });
    await page.goto(`${routes.product(slug)}?add-to-cart=${id}`);
    await noticed(page, "Please choose options for");
    expect(await link.count()).toBe(0);
    await page.goto(`${routes.shop()}?add-to-cart=${id}`);
    await noticed(page, "Please choose options for");
    expect(await link.getAttribute("href")).toBe(routes.product(slug));
  },
);

test("a variation that a script marks as sold individually has no quantity field, and the button takes its place", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await openProduct(page);
  await page.fill("input[name=quantity]", "7");
  const limit = (isSingle: "yes" | "no") =>
    page.evaluate((wanted) => {
      const form = document.querySelector<HTMLFormElement>("form.variations_form");
      const list = JSON.parse(form?.dataset.product_variations ?? "[]") as { is_sold_individually: string }[];
      for (const variation of list) variation.is_sold_individually = wanted;
      if (form) form.dataset.product_variations = JSON.stringify(list);
      form?.dispatchEvent(new CustomEvent("reload_product_variations"));
    }, isSingle);
  const starts = async () => [
    (await page.locator(add).boundingBox())?.x,
    (await page.locator(".buy-acts").boundingBox())?.x,
  ];
  await limit("yes");
  await page.locator(".quantity").first().waitFor({ state: "hidden" });
  expect(await page.inputValue("input[name=quantity]")).toBe("1");
  const [button, line] = await starts();
  expect(button).toBe(line);
  await limit("no");
  await page.locator(".quantity").first().waitFor();
  expect((await starts())[0]).toBeGreaterThan(line ?? 0);
});

test("a typed quantity is clamped to the limits", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.product("moringa-leaf"));
  const field = page.locator("input[name=quantity]");
  for (const [typed, held] of [
    ["999", "6"],
    ["", "2"],
    ["1", "2"],
    ["3.7", "3"],
    ["5", "5"],
  ] as const) {
    await field.fill(typed);
    await field.blur();
    expect({ typed, held: await field.inputValue() }).toEqual({ typed, held });
  }
});

test("the total of a grouped product is the price of the chosen quantities, as in the cart", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.product("family-starter-set"));
  const total = async () => amountIn(await page.locator("shop-group-total .price").innerText());
  const prices = await page.locator(".group_table .price :is(ins, .now)").allInnerTexts();
  const [first = 0, second = 0, third = 0] = prices.map(amountIn);
  expect(await total()).toBe(first + second + third);
  await page.locator("form.grouped_form input.qty").nth(1).fill("0");
  expect(await total()).toBe(first + third);
  await page.locator("form.grouped_form .plus").first().click();
  expect(await total()).toBe(2 * first + third);
  const said = page.locator(".widget_shopping_cart_live_region");
  await expect.poll(async () => amountIn(await said.innerText())).toBe(2 * first + third);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.click(add);
  await page.locator(".woocommerce-mini-cart-item").first().waitFor();
  await page.goto(routes.cart());
  expect(amountIn(await page.locator(".order-total .amount").first().innerText())).toBe(2 * first + third);
});

test("a grouped product shows no total that cannot follow the quantities without scripts", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await page.goto(routes.product("family-starter-set"));
  expect(await page.locator("shop-group-total .price").isVisible()).toBe(false);
});

describe.each([true, false])("a refused add to cart, scripts: %s", (javaScript) => {
  test("of a grouped product keeps the typed quantities", async () => {
    const { page } = await browser.newPage({ javaScript });
    await page.goto(routes.product("family-starter-set"));
    const fields = page.locator("form.grouped_form input.qty");
    await fields.nth(0).fill("2");
    await fields.nth(1).fill("5000");
    await fields.nth(2).fill("3");
    await page.click(add);
    await noticed(page, "are left.");
    const values = await fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
    expect(values).toEqual(["2", "5000", "3"]);
  });

  test("of a variation names it and keeps options, and the quantity as far as the stock allows", async () => {
    const { page } = await browser.newPage({ javaScript });
    await page.goto(
      `${routes.productChoice("growing-protein", { pa_pack: "1-jar", pa_flavour: "vanilla" })}&quantity=5`,
    );
    if (javaScript) await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    // As if the others had been sold since the page was opened.
    await page.locator("input[name=quantity]").evaluate((field) => field.removeAttribute("max"));
    await page.fill("input[name=quantity]", "5000");
    await page.click(add);
    await noticed(page, "Growing Protein, 1 jar, Vanilla");
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["1-jar", "vanilla"]);
    // The page that is loaded without scripts knows the limit.
    const kept = javaScript ? "5000" : await page.getAttribute("input[name=quantity]", "max");
    expect(await page.inputValue("input[name=quantity]")).toBe(kept);
  });
});
