import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { choose, chosen, openProduct, setChoice, slug } from "../support/buying-box.ts";

const browser = openBrowser();
/** Returns the options that the HTML preselects, in page order. */
const selectedIn = (html: string) =>
  [...html.matchAll(/<select[^>]* name="attribute_.*?<\/select>/g)].map(
    ([list]) => /<option value="([^"]*)"[^>]* selected=""/.exec(list)?.[1] ?? "",
  );

describe("the chosen options", () => {
  test("are in the URL, survive a reload and going back, and can be linked", async () => {
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
    // For another visitor without scripts.
    const linked = await (await fetch(link)).text();
    expect(selectedIn(linked)).toEqual(["2-jars", "chocolate"]);
  });

  test("stay empty after a reload and going back when they were cleared, despite defaults", async () => {
    const { page } = await browser.newPage();
    await openProduct(page);
    await setChoice(page, "pa_flavour", "");
    await page.waitForURL((url) => url.searchParams.get("attribute_pa_flavour") === "");
    await page.reload();
    await page.waitForSelector(".wc-variation-selection-needed");
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["1-jar", ""]);
    await page.click(".reset_variations");
    await page.waitForURL((url) => url.searchParams.get("attribute_pa_pack") === "");
    await page.goto(routes.shop());
    await page.goBack();
    await page.waitForSelector(".wc-variation-selection-needed");
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["", ""]);
  });

  test("leave no parameters in the URL when cleared on a product without defaults", async () => {
    const { page } = await browser.newPage();
    await openProduct(page, routes.product("whey-protein"));
    await choose(page, "pa_flavour", "mango");
    await page.waitForURL((url) => url.searchParams.get("attribute_pa_flavour") === "mango");
    await page.click(".reset_variations");
    await page.waitForURL((url) => url.search === "");
    expect(await chosen(page, "pa_flavour")).toBe("");
  });

  test("keep the typed quantity when cleared, with the product's limits restored", async () => {
    const { page } = await browser.newPage();
    await openProduct(page);
    await choose(page, "pa_flavour", "strawberry");
    const quantity = page.locator("input[name=quantity]");
    await quantity.fill("3");
    expect(await quantity.getAttribute("max")).toBe("9");
    await page.click(".reset_variations");
    expect([await quantity.inputValue(), await quantity.getAttribute("max")]).toEqual(["3", null]);
  });

  test("are cleared without scripts by a link, including defaults", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(routes.product(slug));
    expect(await chosen(page, "pa_flavour")).toBe("vanilla");
    await page.click(".reset_variations");
    expect([await chosen(page, "pa_pack"), await chosen(page, "pa_flavour")]).toEqual(["", ""]);
    expect(await page.locator(".reset_variations").isVisible()).toBe(false);
  });

  test("are applied 300 ms after the match, and hidden in 200 ms", async () => {
    const { page } = await browser.newPage();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.clock.install();
    await openProduct(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    const price = page.locator(".single_variation .price", { hasText: "7,999" });
    await choose(page, "pa_pack", "2-jars");
    await choose(page, "pa_flavour", "chocolate");
    await page.clock.runFor(299);
    expect(await price.count()).toBe(0);
    await page.clock.runFor(1);
    expect(await price.count()).toBe(1);
    await page.click(".reset_variations");
    const leaving = page.locator(".single_variation.is-leaving");
    await page.clock.runFor(199);
    expect(await leaving.count()).toBe(1);
    await page.clock.runFor(1);
    expect([await leaving.count(), await price.count()]).toEqual([0, 0]);
  });

  test("can be chosen, cleared and bought by keyboard alone, in page order", async () => {
    const { page } = await browser.newPage();
    await openProduct(page);
    await page.focus(".choice-button :checked");
    await page.keyboard.press("ArrowDown");
    const order: string[] = [];
    for (let step = 0; step < 8; step++) {
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
      "Add Growing Protein to your wishlist",
      "Buy now",
    ]);
    await page.focus(".reset_variations");
    await page.keyboard.press("Enter");
    expect(await chosen(page, "pa_pack")).toBe("");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("attribute_pa_pack");
  });
});
