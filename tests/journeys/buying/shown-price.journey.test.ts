import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { choose } from "../support/buying-box.ts";
import { jQueryKinds, openWithScript, variationScript, withJQuery } from "../support/originals/original-scripts.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
/** One jar is reduced from Rs 4,999; two cost Rs 7,999. Nothing else differs in price. */
const slug = "growing-protein";
const large = ".buy .price--big";
const badge = ".gallery-main .onsale";
const reduced = /^(Now )?Rs\s4,499 (Before )?Rs\s4,999$/;

const textOf = async (page: Page, selector: string) => (await page.locator(selector).innerText()).replaceAll("\n", " ");
const expectLarge = (page: Page, wanted: RegExp) => expect.poll(() => textOf(page, large)).toMatch(wanted);

test.each([true, false])(
  "a choice in the address shows its own price large, with its saving; scripts: %s",
  async (javaScript) => {
    const { page } = await browser.newPage({ javaScript, width: 360 });
    await page.goto(routes.productChoice(slug, { pa_pack: "1-jar", pa_flavour: "vanilla" }));
    await expectLarge(page, reduced);
    expect(await textOf(page, badge)).toMatch(/^Save Rs\s500$/);
    // The price next to the stock is announced only.
    expect(await page.locator(".single_variation .price").boundingBox()).toMatchObject({ width: 1, height: 1 });
    await page.goto(routes.productChoice(slug, { pa_pack: "2-jars", pa_flavour: "vanilla" }));
    await expectLarge(page, /^Rs\s7,999$/);
    expect(await page.locator(badge).isVisible()).toBe(false);
    await page.goto(routes.productUnchosen(slug, ["pa_pack", "pa_flavour"]));
    await expectLarge(page, /^(Now )?From Rs\s4,499 (Before )?Rs\s4,999$/);
    expect(await textOf(page, badge)).toMatch(/^Save up to Rs\s500$/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, ".buy");
  },
);

test("choosing and clearing options changes the large price, the saving and the buy bar", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.goto(routes.productChoice(slug, { pa_pack: "1-jar", pa_flavour: "vanilla" }));
  await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
  await choose(page, "pa_pack", "2-jars");
  await expectLarge(page, /^Rs\s7,999$/);
  expect(await page.locator(badge).isVisible()).toBe(false);
  expect(await page.locator(".buybar-price").textContent()).toContain("7,999");
  await page.click(".reset_variations");
  await expectLarge(page, /From Rs\s4,499/);
  expect(await page.locator(".buybar-price").textContent()).toContain("From");
  expect(await textOf(page, badge)).toMatch(/^Save up to/);
  await choose(page, "pa_pack", "1-jar");
  await choose(page, "pa_flavour", "vanilla");
  await expectLarge(page, reduced);
  expect(await textOf(page, badge)).toMatch(/^Save Rs\s500$/);
});

test("a card shows the lowest price, its old price and the highest saving", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.search("growing protein"));
  const card = page.locator(".card.sale", { has: page.locator(`a[href="${routes.product(slug)}"]`) }).first();
  expect((await card.locator(".price").innerText()).replaceAll("\n", " ")).toMatch(
    /From Rs\s4,499 (Before )?Rs\s4,999$/,
  );
  expect(await card.locator(".onsale").innerText()).toMatch(/^Save up to Rs\s500$/);
});

test.each(jQueryKinds)(
  "the large price follows the original variation script too, with jQuery: %s",
  async (_, jQuery) => {
    const { page } = await browser.newPage();
    const announced = () => {
      const { jQuery } = window as never as {
        jQuery: (target: unknown) => { trigger(name: string, values: unknown[]): void };
      };
      addEventListener("chosen", () => {
        const price_html = '<span class="price"><b class="now">Rs 77</b></span>';
        jQuery(document.querySelector("form.variations_form")).trigger("found_variation", [{ price_html }]);
      });
    };
    await openWithScript(page, routes.product(slug), withJQuery(jQuery, variationScript, announced), "in the head");
    await page.waitForFunction(() => customElements.get("shop-variations") !== undefined);
    // The script's own first check sets the price too.
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>("form.variations_form")?.dataset.startedByOriginal === "1",
    );
    await page.evaluate(() => dispatchEvent(new Event("chosen")));
    await expectLarge(page, /^Rs 77$/);
  },
);
