import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "./support/browser.ts";
import { add, choose, chosen, openProduct, slug } from "./support/buying-box.ts";
import { countShifts } from "./support/layout-shifts.ts";
import { jQueryKinds, openWithScript, variationScript, withJQuery } from "./support/original-scripts.ts";
import { withDatabase } from "./support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks.ts";
import { newDataDir, type RunningShop, startShop } from "./support/start-shop.ts";

const browser = openBrowser();
const electrolytes = routes.product("daily-electrolytes");
let shop: RunningShop;
beforeAll(async () => {
  const dataDir = await newDataDir();
  await withDatabase(dataDir, undefined, (db) =>
    setSetting(db, "choice_buttons", [
      { attribute: "pa_pack", isPack: true },
      { attribute: "pa_flavour", swatches: { chocolate: "#5b3a29" } },
      { attribute: "box" },
    ]),
  );
  shop = await startShop({ dataDir });
  return () => shop.stop();
});

const open = (options: Parameters<typeof browser.newPage>[0] = {}) =>
  browser.newPage({ origin: shop.origin, ...options });
const button = (page: Page, name: string) => page.locator(".choice-button", { hasText: name });
const radio = (page: Page, name: string) => button(page, name).locator("input");
const variationId = (page: Page) => page.inputValue("input.variation_id");
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value);

test("buttons show the price and saving of each pack, and the colour of a flavour", async () => {
  const { page } = await open();
  await openProduct(page);
  expect(await button(page, "1 jar").innerText()).toMatch(/^1 jar\s+Rs\s4,499\s+Save Rs\s500\s*$/);
  expect(await button(page, "2 jars").innerText()).toMatch(/^2 jars\s+Rs\s8,499\s+Save Rs\s499\s*$/);
  expect(await button(page, "Chocolate").innerText()).toMatch(/^Chocolate\s*$/);
  expect(await button(page, "Chocolate").locator("rect").getAttribute("fill")).toBe("#5b3a29");
  expect(await page.locator("form.cart select:visible").count()).toBe(0);
});

test("a group is one tab stop, arrows choose, and clearing moves the focus to the first group", async () => {
  const { page } = await open();
  await openProduct(page);
  await radio(page, "1 jar").focus();
  await page.keyboard.press("ArrowRight");
  expect([await focused(page), await chosen(page, "pa_pack")]).toEqual(["2-jars", "2-jars"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  expect([await focused(page), await chosen(page, "pa_flavour")]).toEqual(["chocolate", "chocolate"]);
  expect(await page.getByRole("radiogroup", { name: "Flavour" }).getByRole("radio", { checked: true }).count()).toBe(1);
  await page.locator(".price--big", { hasText: "8,499" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await focused(page)).toBe("1-jar");
  expect(await page.locator(".choice-button :checked").count()).toBe(0);
  expect(await chosen(page, "pa_pack")).toBe("");
});

test("a sold-out option is crossed out and says so, but can be chosen for a back-in-stock request", async () => {
  const { page } = await open({ width: 360 });
  await openProduct(page);
  const strawberry = page.getByRole("radio", { name: "Strawberry Out of stock" });
  expect(await strawberry.count()).toBe(0);
  await button(page, "2 jars").click();
  await strawberry.waitFor();
  expect(await button(page, "Strawberry").getAttribute("title")).toBe("Out of stock");
  expect(await button(page, "Strawberry").evaluate((it) => it.classList.contains("is-crossed-out"))).toBe(true);
  await button(page, "Strawberry").click();
  expect([await chosen(page, "pa_flavour"), await variationId(page)]).toEqual(["strawberry", "114"]);
  await page.locator(".back-in-stock summary").waitFor();
  await expectAccessible(page, "form.cart");
});

test("an option that does not exist with the other choices says so when pressed, and stays unchosen", async () => {
  const { page } = await open();
  await openProduct(page, electrolytes);
  await button(page, "Mango").click();
  await button(page, "20 sachets").click();
  const box = radio(page, "40 sachets");
  await expect.poll(() => box.getAttribute("aria-disabled")).toBe("true");
  expect(await button(page, "40 sachets").getAttribute("title")).toContain("Not available with your other choices");
  const complaint = page.locator(".variation-complaint", { hasText: "Not available with your other choices" });
  await button(page, "40 sachets").click({ force: true });
  await complaint.waitFor();
  await expectAccessible(page, "form.cart");
  expect([await chosen(page, "box"), await radio(page, "20 sachets").isChecked()]).toEqual(["20 sachets", true]);
  await radio(page, "20 sachets").focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe("40 sachets");
  expect([await chosen(page, "box"), await box.isChecked()]).toEqual(["20 sachets", false]);
  await button(page, "Lemon").click();
  await complaint.waitFor({ state: "hidden" });
  await button(page, "40 sachets").click();
  expect([await chosen(page, "box"), await variationId(page)]).toEqual(["40 sachets", "158"]);
});

test.each(jQueryKinds)("buttons drive the original variation script and follow it, jQuery: %s", async (_, jQuery) => {
  const { page } = await open();
  await openWithScript(page, electrolytes, withJQuery(jQuery, variationScript), "after the client");
  await page.waitForSelector("form[data-started-by-original='1']");
  await page.waitForFunction(() => customElements.get("shop-choice-buttons"));
  await button(page, "Mango").click();
  await button(page, "20 sachets").click();
  expect(await variationId(page)).toBe("159");
  await expect.poll(() => radio(page, "40 sachets").getAttribute("aria-disabled")).toBe("true");
  await button(page, "Lemon").click();
  await button(page, "40 sachets").click();
  expect(await variationId(page)).toBe("158");
  // A choice made in the drop-down by another script.
  await page.evaluate(() => {
    const select = document.querySelector<HTMLSelectElement>("select[name=attribute_pa_flavour]");
    if (select) select.value = "orange";
    select?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect.poll(() => radio(page, "Orange").isChecked()).toBe(true);
});

test("without scripts the drop-downs are shown and sent", async () => {
  const { page } = await open({ javaScript: false });
  await page.goto(routes.product("height-growth-complex"));
  expect(await page.locator(".choice-buttons:visible").count()).toBe(0);
  await choose(page, "pa_pack", "2-bottles");
  await Promise.all([page.waitForURL(/checkout/), page.click(add)]);
  expect(await page.locator("main").textContent()).toContain("Height Growth Complex");
});

describe("while the client has not loaded", () => {
  const placesOf = (page: Page) =>
    page.locator(".choice-button, form.cart .quantity, form.cart .btn").evaluateAll((all) =>
      all.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [left + scrollX, top + scrollY, width, height].map(Math.round);
      }),
    );

  test("buttons have their place, and one that was pressed is adopted", async () => {
    const { page } = await open({ width: 360, isQuick: false });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/shop-[\w-]+\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(routes.product(slug), { waitUntil: "domcontentloaded" });
    await page.evaluate(() => document.fonts.ready);
    await button(page, "2 jars").click();
    expect([await radio(page, "2 jars").isChecked(), await chosen(page, "pa_pack")]).toEqual([true, "1-jar"]);
    const before = await placesOf(page);
    release();
    await page.waitForFunction(() => customElements.get("shop-variations"));
    await button(page, "Vanilla").hover();
    await expect.poll(() => chosen(page, "pa_pack")).toBe("2-jars");
    await page.locator(".price--big", { hasText: "8,499" }).waitFor();
    expect(await placesOf(page)).toEqual(before);
  });

  test("and cannot be loaded, the drop-downs are shown", async () => {
    const { page } = await open({ isQuick: false });
    await page.route(/\/assets\/shop-/, (route) => route.abort("aborted"));
    await page.goto(routes.product(slug));
    await page.locator("select[name=attribute_pa_pack]").waitFor();
    expect(await page.locator(".choice-buttons:visible").count()).toBe(0);
  });
});

describe.each([360, 768, 1280])("%i wide", (width) => {
  test.each(["light", "dark"] as const)("choosing shifts nothing, and axe finds nothing, %s", async (colorScheme) => {
    const { page } = await open({ width, colorScheme });
    const shifts = await countShifts(page);
    await openProduct(page, routes.product("height-growth-complex"));
    await button(page, "1 bottle").click();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    const before = await shifts();
    for (const [pack, price] of [
      ["2 bottles", "5,499"],
      ["3 bottles", "7,999"],
      ["1 bottle", "2,999"],
    ] as const) {
      await button(page, pack).click();
      await page.locator(".single_variation .price", { hasText: price }).waitFor({ state: "attached" });
    }
    expect(await shifts()).toBe(before);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
