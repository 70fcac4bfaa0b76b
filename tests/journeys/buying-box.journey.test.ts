import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks.ts";

const browser = openBrowser();
const widths = [360, 1280];
const slug = "growing-protein";
const add = ".single_add_to_cart_button.alt";
const soldOut = { pa_flavour: "strawberry", pa_pack: "2-jars" };

const choose = (page: Page, attribute: string, value: string) =>
  page.selectOption(`select[name=attribute_${attribute}]`, value);
const chosen = (page: Page, attribute: string) => page.inputValue(`select[name=attribute_${attribute}]`);

/** Waits for a notice with these words. */
const noticed = (page: Page, words: string) =>
  page.locator(".woocommerce-notices-wrapper", { hasText: words }).waitFor();

/** Leaves a contact, and waits for the answer. */
async function askForNews(page: Page, contact: string, answer: string): Promise<void> {
  await page.getByLabel("Your email or mobile number").fill(contact);
  await page.getByRole("button", { name: "Tell me" }).click();
  await noticed(page, answer);
}

async function openProduct(page: Page, path = routes.product(slug)): Promise<void> {
  await page.goto(path);
  await page.waitForSelector("form.variations_form [class*=woocommerce-variation-add-to-cart-]");
}

/** Adds up every layout shift, whatever came before it. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    };
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as never as { shifts: { sum: number } }).shifts.sum);
}

describe.each(widths)("choosing, %i wide", (width) => {
  test("moves nothing on the page, from choice to choice and back to none", async () => {
    const { page } = await browser.newPage({ width });
    const shifts = await countShifts(page);
    await openProduct(page);
    await page.locator("select[name=attribute_pa_pack]").scrollIntoViewIfNeeded();
    // A face that came after the first paint may have moved a line: that is the page's beginning, not a choice.
    await page.evaluate(() => document.fonts.ready);
    const before = await shifts();
    for (const [pack, flavour] of [
      ["1-jar", "chocolate"],
      ["1-jar", "strawberry"],
      ["2-jars", "vanilla"],
      ["2-jars", "strawberry"],
      ["", ""],
      ["2-jars", "chocolate"],
    ] as const) {
      await choose(page, "pa_pack", pack);
      await choose(page, "pa_flavour", flavour);
      await page.waitForTimeout(600);
    }
    expect(await shifts()).toBe(before);
  });

  test("what is sold out offers news of it, which are noted", async () => {
    const { page } = await browser.newPage({ width });
    await openProduct(page);
    const request = page.locator(".back-in-stock summary");
    expect(await request.isVisible()).toBe(false);
    await choose(page, "pa_pack", soldOut.pa_pack);
    await choose(page, "pa_flavour", soldOut.pa_flavour);
    await request.click();
    await expectAccessible(page, ".buy");
    await expectNoSidewaysScroll(page);
    await askForNews(page, "not an address", "Enter an email address");
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["2-jars", "strawberry"]);
    await askForNews(page, `w${width}@example.com`, "You will hear from us once");
    await choose(page, "pa_flavour", "vanilla");
    await request.waitFor({ state: "hidden" });
  });

  test("without scripts: a sold-out choice stays chosen, with the reason and the way to hear of it", async () => {
    const { page } = await browser.newPage({ width, javaScript: false });
    await page.goto(routes.product(slug));
    await choose(page, "pa_pack", soldOut.pa_pack);
    await choose(page, "pa_flavour", soldOut.pa_flavour);
    await page.click(add);
    await noticed(page, "is out of stock");
    expect(new URL(page.url()).pathname).toBe(routes.product(slug));
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["2-jars", "strawberry"]);
    await expectAccessible(page, ".buy");
    await askForNews(page, "0300 1234567", "You will hear from us once");
    expect(await chosen(page, "pa_flavour")).toBe("strawberry");
  });
});

describe("the choice", () => {
  test("is in the address, outlives a reload and the way back, and can be linked", async () => {
    const { page } = await browser.newPage();
    await openProduct(page);
    expect(new URL(page.url()).search).toBe("");
    await choose(page, "pa_pack", "2-jars");
    await choose(page, "pa_flavour", "chocolate");
    await page.waitForURL((url) => url.searchParams.get("attribute_pa_flavour") === "chocolate");
    const link = page.url();
    await page.reload();
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["2-jars", "chocolate"]);
    await page.goto(routes.shop());
    await page.goBack();
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["2-jars", "chocolate"]);
    const { page: other } = await browser.newPage({ javaScript: false });
    await other.goto(link);
    expect([await chosen(other, "pa_pack"), await chosen(other, "pa_flavour")]).toEqual(["2-jars", "chocolate"]);
    await page.click(".reset_variations");
    await page.waitForURL((url) => url.search === "");
  });

  test("is told 300 ms after the match, and slides out in 200 ms", async () => {
    const { page } = await browser.newPage();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openProduct(page);
    await page.waitForSelector(".single_variation .price");
    const times = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let found = 0;
          document.addEventListener("found_variation", () => (found = performance.now()), { once: true });
          document.addEventListener("show_variation", () => resolve(performance.now() - found), { once: true });
        }),
    );
    await choose(page, "pa_flavour", "chocolate");
    const waited = await times;
    expect(waited).toBeGreaterThanOrEqual(295);
    expect(waited).toBeLessThan(450);
    await page.click(".reset_variations");
    expect(await page.locator(".single_variation.is-leaving .price").count()).toBe(1);
    await page.waitForSelector(".single_variation:not(.is-leaving):empty", { state: "attached" });
  });

  test("can be made, taken back and bought by keys alone, in the order of the page", async () => {
    const { page } = await browser.newPage();
    await openProduct(page);
    await page.focus("select[name=attribute_pa_pack]");
    await page.keyboard.press("ArrowDown");
    const order: string[] = [];
    for (let step = 0; step < 7; step++) {
      await page.keyboard.press("Tab");
      order.push(
        await page.evaluate(() => {
          const { activeElement: at } = document;
          return at?.getAttribute("name") || at?.getAttribute("aria-label") || at?.textContent?.trim() || "";
        }),
      );
    }
    expect(order).toEqual([
      "attribute_pa_flavour",
      "Clear selection",
      "One less",
      "quantity",
      "One more",
      "Add to cart",
      "Buy now",
    ]);
    await page.focus(".reset_variations");
    await page.keyboard.press("Enter");
    expect(await chosen(page, "pa_pack")).toBe("");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("attribute_pa_pack");
  });
});

test("a typed quantity is held to the limits: nothing is the lowest, too many the highest", async () => {
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
