import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { media } from "#db/tables/settings-and-media.ts";
import { routes } from "#routes";
import { setSwatch } from "#shop/catalogue/attributes/attribute-values.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { add, addAndCheckOut, chosen, openProduct, slug } from "../support/buying-box.ts";
import { expectFocus } from "../support/cart.ts";
import { countShifts } from "../support/layout-shifts.ts";
import { jQueryKinds, openWithScript, variationScript, withJQuery } from "../support/originals/original-scripts.ts";
import { withDatabase } from "../support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { openQuickCheckout, popup } from "../support/quick-checkout.ts";
import { newDataDir, type RunningShop, startShop } from "../support/start-shop.ts";

const browser = openBrowser();
const electrolytes = routes.product("daily-electrolytes");

const button = (page: Page, name: string) => page.locator(".choice-button", { hasText: name });
const radio = (page: Page, name: string) => button(page, name).locator("input");
const variationId = (page: Page) => page.inputValue("input.variation_id");
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value);

test("buttons show the price and saving of each pack, and the colour of a flavour", async () => {
  const { page } = await browser.newPage();
  await openProduct(page);
  expect(await button(page, "1 jar").innerText()).toMatch(/^1 jar\s+Rs\s4,499\s+Save Rs\s500\s*$/);
  expect(await button(page, "2 jars").innerText()).toMatch(/^2 jars\s+Rs\s7,999\s+Save Rs\s999\s*$/);
  expect(await button(page, "Chocolate").innerText()).toMatch(/^Chocolate\s*$/);
  expect(await button(page, "Chocolate").locator("rect").getAttribute("fill")).toBe("#5b3a29");
  expect(await page.locator("form.cart select:visible").count()).toBe(0);
});

test("a group is one tab stop, arrows choose, and clearing moves the focus to the first group", async () => {
  const { page } = await browser.newPage();
  await openProduct(page);
  await radio(page, "1 jar").focus();
  await page.keyboard.press("ArrowRight");
  expect([await focused(page), await chosen(page, "pa_pack")]).toEqual(["2-jars", "2-jars"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  expect([await focused(page), await chosen(page, "pa_flavour")]).toEqual(["chocolate", "chocolate"]);
  expect(await page.getByRole("radiogroup", { name: "Flavour" }).getByRole("radio", { checked: true }).count()).toBe(1);
  await page.locator(".price--big", { hasText: "7,999" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await focused(page)).toBe("1-jar");
  expect(await page.locator(".choice-button :checked").count()).toBe(0);
  expect(await chosen(page, "pa_pack")).toBe("");
});

test("a sold-out option is crossed out and says so, but can be chosen for a back-in-stock request", async () => {
  const { page } = await browser.newPage({ width: 360 });
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
  const { page } = await browser.newPage();
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
  const { page } = await browser.newPage();
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

test("in the quick checkout the buttons are the same, and what they choose is bought", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await openQuickCheckout(page);
  const inPopup = (name: string) => page.locator(`${popup} .choice-button`, { hasText: name });
  expect(await inPopup("2 jars").innerText()).toMatch(/^2 jars\s+Rs\s7,999\s+Save Rs\s999\s*$/);
  expect(await page.locator(`${popup} select:visible`).count()).toBe(0);
  await inPopup("2 jars").click();
  await page.locator(`${popup} .price--big`, { hasText: "7,999" }).waitFor();
  await page.getByRole("radio", { name: "Strawberry Out of stock" }).waitFor({ state: "attached" });
  await inPopup("Chocolate").click();
  expect(await page.inputValue(`${popup} input.variation_id`)).toBe("113");
  await expectAccessible(page, popup);
  await page.click(`${popup} .single_add_to_cart_button`);
  await page.waitForURL(`**${routes.checkout()}`);
  expect(await page.locator("main").textContent()).toContain("2 jars, Chocolate");
});

describe("without the client", () => {
  test.each(["scripts are off", "it cannot be loaded"])("buttons are sent with the form: %s", async (why) => {
    const { page } = await browser.newPage({ javaScript: why !== "scripts are off", isQuick: false });
    await page.route(/\/assets\/shop-/, (route) => route.abort("aborted"));
    await page.goto(routes.product(slug));
    expect(await page.locator("form.cart select:visible").count()).toBe(0);
    await button(page, "2 jars").click();
    await button(page, "Chocolate").click();
    await Promise.all([page.waitForURL(`**${routes.checkout()}`), page.click(add)]);
    expect(await page.locator("main").textContent()).toContain("2 jars, Chocolate");
  });

  test("the browser asks for a missing choice", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(routes.product("whey-protein"));
    await button(page, "Mango").click();
    await page.click(add);
    expect(await page.locator("form.cart input:invalid").first().getAttribute("name")).toBe("attribute_pa_size");
    expect(new URL(page.url()).pathname).toBe(routes.product("whey-protein"));
  });
});

describe("before the client has loaded", () => {
  /** Holds scripts back until the returned function is called; default: the whole client. */
  async function holdScripts(page: Page, scripts = /\/assets\/shop-[\w-]+\.js$/): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(scripts, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }
  const placesOf = (page: Page) =>
    page.locator(".choice-button, form.cart .quantity, form.cart .btn").evaluateAll((all) =>
      all.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [left + scrollX, top + scrollY, width, height].map(Math.round);
      }),
    );

  test("buttons have their place, and one that was pressed sets the drop-down, which alone is sent then", async () => {
    const { page } = await browser.newPage({ width: 360, isQuick: false });
    const release = await holdScripts(page);
    await page.goto(routes.product(slug), { waitUntil: "domcontentloaded" });
    await page.evaluate(() => document.fonts.ready);
    await button(page, "2 jars").click();
    expect([await radio(page, "2 jars").isChecked(), await chosen(page, "pa_pack")]).toEqual([true, "1-jar"]);
    const before = await placesOf(page);
    release();
    await expect.poll(() => chosen(page, "pa_pack")).toBe("2-jars");
    await page.locator(".price--big", { hasText: "7,999" }).waitFor();
    expect(await placesOf(page)).toEqual(before);
    const sent = await page.locator("form.cart").evaluate((form: HTMLFormElement) => [...new FormData(form)]);
    expect(sent.filter(([name]) => name.startsWith("attribute_"))).toEqual([
      ["attribute_pa_pack", "2-jars"],
      ["attribute_pa_flavour", "vanilla"],
    ]);
  });

  test("a pressed option that does not exist with the others is kept, and they must be chosen again", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    const release = await holdScripts(page);
    await page.goto(`${electrolytes}?attribute_pa_flavour=mango&attribute_box=`, { waitUntil: "domcontentloaded" });
    await button(page, "40 sachets").click();
    release();
    await expect.poll(() => radio(page, "Mango").isChecked()).toBe(false);
    await page.waitForSelector(".single_add_to_cart_button.wc-variation-selection-needed");
    expect([await chosen(page, "pa_flavour"), await chosen(page, "box")]).toEqual(["", "40 sachets"]);
  });

  test("or only in part, such a press is explained once the rest has loaded", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    const release = await holdScripts(page, /\/assets\/(?!shop-)[\w-]+\.js$/);
    await page.goto(`${electrolytes}?attribute_pa_flavour=mango&attribute_box=`);
    await page.waitForSelector(".single_add_to_cart_button.wc-variation-selection-needed");
    await button(page, "40 sachets").click();
    release();
    await page.locator(".variation-complaint", { hasText: "Not available with your other choices" }).waitFor();
    expect([await chosen(page, "box"), await radio(page, "40 sachets").isChecked()]).toEqual(["", false]);
  });
});

describe.each([360, 768, 1280])("%i wide", (width) => {
  test.each(["light", "dark"] as const)("choosing shifts nothing, and axe finds nothing, %s", async (colorScheme) => {
    const { page } = await browser.newPage({ width, colorScheme });
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

describe("in a shop with other settings", () => {
  let shop: RunningShop;
  beforeAll(async () => {
    const dataDir = await newDataDir();
    await withDatabase(dataDir, undefined, async (db) => {
      await setSetting(db, "choice_buttons", [
        { attribute: "pa_pack", as: "dropdown" },
        { attribute: "pa_flavour", as: "swatches" },
      ]);
      const [picture] = await db.select({ mediaId: media.id }).from(media).limit(1);
      await setSwatch(db, "pa_flavour", "mango", { colour: null, mediaId: picture?.mediaId ?? null });
    });
    shop = await startShop({ dataDir });
    return () => shop.stop();
  });

  test("an option's picture is its swatch", async () => {
    const { page } = await browser.newPage({ origin: shop.origin });
    await openProduct(page, electrolytes);
    const picture = button(page, "Mango").locator("img.choice-swatch");
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expectAccessible(page, "form.cart");
  });

  test.each([true, false])("an attribute is a drop-down next to another's buttons, scripts: %s", async (javaScript) => {
    const { page } = await browser.newPage({ origin: shop.origin, javaScript });
    await page.goto(routes.product(slug));
    await page.getByLabel("Pack").selectOption({ label: "2 jars" });
    await button(page, "Chocolate").click();
    await addAndCheckOut(page);
    expect(await page.locator("main").textContent()).toContain("2 jars, Chocolate");
  });

  test("a drop-down is chosen by keyboard and gets the focus back when the choice is cleared", async () => {
    const { page } = await browser.newPage({ origin: shop.origin });
    await openProduct(page, routes.product("height-growth-complex"));
    await page.focus("select[name=attribute_pa_pack]");
    await page.keyboard.press("ArrowDown");
    await page.locator(".price--big", { hasText: "5,499" }).waitFor();
    expect(await variationId(page)).toBe("103");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectFocus(page, "[name=attribute_pa_pack]");
  });
});
