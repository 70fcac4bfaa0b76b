import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillCart } from "../support/cart.ts";
import { leaveClientOut } from "../support/originals/field-scripts.ts";
import { cartScript, stepperScript } from "../support/originals/original-cart-scripts.ts";
import {
  type JQuery,
  jQueryKinds,
  openWithScript,
  realJQuery,
  withJQuery,
} from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const product = routes.product("magnesium-glycinate");
const field = (page: Page) => page.locator("form.cart input.qty");

/** Records the input and change events that jQuery's handlers get on quantity fields. */
async function recordEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const { jQuery } = window as never as { jQuery: JQuery };
    for (const name of ["input", "change"])
      jQuery(document.body).on(name, "input.qty", function (this: HTMLInputElement) {
        heard.push(`${name} ${this.value}`);
      });
  });
  return () => page.evaluate(() => (window as never as { heard: string[] }).heard.splice(0));
}

describe.each(jQueryKinds)("with jQuery on the page, %s", (_, jQuery, placements) => {
  test.each(["on", "off"])(
    "plus and minus step once and tell jQuery's handlers, with our client %s",
    async (client) => {
      const { page } = await browser.newPage();
      if (client === "off") await leaveClientOut(page);
      await openWithScript(page, product, withJQuery(jQuery), "in the head");
      const heard = await recordEvents(page);
      await page.locator("form.cart .plus").click();
      expect(await heard()).toEqual(["input 2", "change 2"]);
      await page.locator("form.cart .minus").click();
      expect(await heard()).toEqual(["input 1", "change 1"]);
      await page.locator("form.cart .minus").click();
      expect(await heard()).toEqual([]);
      expect(await field(page).inputValue()).toBe("1");
    },
  );

  test.each(placements)("a theme's own stepper %s does not make a press count twice", async (placement) => {
    const { page } = await browser.newPage();
    await openWithScript(page, product, withJQuery(jQuery, stepperScript), placement);
    await page.locator("form.cart .plus").click();
    expect(await field(page).inputValue()).toBe("2");
    await page.locator("form.cart .plus").click();
    await page.locator("form.cart .minus").click();
    expect(await field(page).inputValue()).toBe("2");
  });
});

describe("with the real jQuery", () => {
  const jQuery = realJQuery;

  test("without our client, a stepped quantity of the cart page is saved by the original script", async () => {
    const { page } = await browser.newPage();
    await leaveClientOut(page);
    await fillCart(page, 1);
    await openWithScript(page, routes.cart(), withJQuery(jQuery, cartScript), "in the head");
    await page.locator(".cart_item .plus").click();
    await page.getByRole("button", { name: "Update cart" }).click();
    await expect.poll(() => page.locator(".cart_item input.qty").getAttribute("value")).toBe("2");
  });
});

test("plus and minus work before our client has loaded, and the form buys that quantity", async () => {
  const { page } = await browser.newPage();
  await page.route(/\/assets\/shop-/, (route) => route.abort("aborted"));
  await page.goto(product);
  await page.locator("form.cart .plus").click({ clickCount: 2 });
  expect(await field(page).inputValue()).toBe("3");
  await page.locator("form.cart .single_add_to_cart_button.alt").click();
  expect(await page.locator(".checkout-cart input.qty").inputValue()).toBe("3");
});
