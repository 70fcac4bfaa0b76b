import type { Page, Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillCart } from "../support/cart.ts";
import { openCheckout } from "../support/checkout.ts";
import { quickCheckoutScript } from "../support/originals/original-quick-checkout-script.ts";
import { jQueryKinds, openWithScript, withJQuery } from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const quantity = (page: Page) => page.locator(".checkout-cart input.qty").first();

const fieldsOf = (request: Request) => new URLSearchParams(request.postData() ?? "");
const isChange = (request: Request) => fieldsOf(request).get("action") === "qcfw_update_checkout_cart";
const changed = (page: Page) => page.waitForResponse((answer) => isChange(answer.request()) && answer.ok());

/** Records the fields of the quantity calls. */
function recordChanges(page: Page): URLSearchParams[] {
  const sent: URLSearchParams[] = [];
  page.on("request", (request) => {
    if (isChange(request)) sent.push(fieldsOf(request));
  });
  return sent;
}

/** Changes the first quantity as a shopper does who leaves the field. */
async function enter(page: Page, text: string): Promise<void> {
  await quantity(page).fill(text);
  await quantity(page).press("Tab");
}

/** Records protocol events: name, and where it was dispatched. */
async function recordEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const name of ["updated_checkout", "added_to_cart"])
      document.addEventListener(name, ({ target }) => {
        const element = target as HTMLElement;
        heard.push(`${name} ${element.id || element.localName}`);
      });
  });
  return () => page.evaluate(() => (window as never as { heard: string[] }).heard);
}

describe("a quantity changed at the checkout", () => {
  test("is sent 500 ms after the last change under a white overlay, and both events follow", async () => {
    const { page } = await browser.newPage();
    await openCheckout(page);
    const events = await recordEvents(page);
    const sent = recordChanges(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${routes.siteCall()}`, async (route) => {
      await held;
      await route.continue();
    });
    const overlay = (of = ".woocommerce-cart-form") =>
      page.evaluate((selector) => {
        const { backgroundColor, position, inset, pointerEvents } = getComputedStyle(
          document.querySelector(selector) ?? document.body,
          "::after",
        );
        return { backgroundColor, position, inset, pointerEvents };
      }, of);
    const white = { backgroundColor: "rgba(255, 255, 255, 0.6)", position: "absolute", inset: "0px" };
    await enter(page, "2");
    // At once, over the totals too. Until the change is sent, the buttons can be pressed again.
    for (const part of [".woocommerce-cart-form", "#order_review"])
      expect(await overlay(part)).toEqual({ ...white, pointerEvents: "none" });
    await page.clock.runFor(450);
    await enter(page, "3");
    await page.clock.runFor(450);
    expect(sent).toEqual([]);
    await page.clock.runFor(100);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.get("quantity")).toBe("3");
    expect(sent[0]?.get("hash")).toMatch(/^[0-9a-f]{32}$/);
    expect(await overlay()).toEqual({ ...white, pointerEvents: "auto" });
    release();
    await expect.poll(events).toEqual(["updated_checkout order_review", "added_to_cart body"]);
    expect(await quantity(page).inputValue()).toBe("3");
    expect(await overlay()).not.toMatchObject({ position: "absolute" });
  });

  test("of zero removes the line, and Undo brings it back without a reload", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await fillCart(page, 2);
    await page.goto(routes.checkout(), { waitUntil: "networkidle" });
    const lines = page.locator(".checkout-cart .cart_item");
    await page.locator(".checkout-cart summary").first().click();
    await enter(page, "0");
    const undo = page.locator(".woocommerce-message .restore-item");
    await undo.waitFor();
    expect(await lines.count()).toBe(1);
    await page.evaluate(() => document.body.setAttribute("data-same", ""));
    await undo.click();
    await expect.poll(() => lines.count()).toBe(2);
    expect(await undo.count()).toBe(0);
    await page.getByText("is back in your cart").waitFor({ state: "attached" });
    expect(await page.locator("body[data-same]").count()).toBe(1);
  });

  test("gets a new nonce and is sent once more if the nonce has expired", async () => {
    const { page, faults } = await browser.newPage();
    await openCheckout(page);
    await page.evaluate(() => {
      (window as never as { qcfw_update_checkout_cart: { nonce: string } }).qcfw_update_checkout_cart.nonce =
        "0000000000";
    });
    const sent = recordChanges(page);
    await enter(page, "2");
    await expect.poll(() => quantity(page).getAttribute("value")).toBe("2");
    expect(sent.map((fields) => fields.get("nonce") === "0000000000")).toEqual([true, false]);
    expect(faults.splice(0)).toEqual([expect.stringContaining("403: POST")]);
    await enter(page, "3");
    await expect.poll(() => sent.length).toBe(3);
  });

  test("reloads the page with the setting `reload`; typed values, choices and focus stay, and the control stays in its place", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await openCheckout(page);
    const reviewed = page.waitForResponse(/wc-ajax=update_order_review/);
    await page.fill("#billing_city", "Multan");
    await page.locator(".showcoupon").click();
    await page.fill("#coupon_code", "HALF");
    await reviewed;
    // What the setting prints; see the tests of the call.
    await page.evaluate(() => document.querySelector(".checkout-cart")?.setAttribute("data-chowk-reloads", ""));
    const plus = page.locator(".checkout-cart .plus").first();
    await plus.focus();
    await page.evaluate(() => window.scrollTo(0, 120));
    const top = () => plus.evaluate((button) => button.getBoundingClientRect().top);
    const before = await top();
    const loaded = page.waitForEvent("load");
    await page.keyboard.press("Enter");
    await loaded;
    await page.waitForFunction(() => document.activeElement?.matches(".checkout-cart .plus"));
    expect(await quantity(page).getAttribute("value")).toBe("2");
    expect(await page.inputValue("#billing_city")).toBe("Multan");
    expect(await page.inputValue("#coupon_code")).toBe("HALF");
    expect(await page.locator("#coupon_code").isVisible()).toBe(true);
    // The price of one item has appeared above the control.
    expect(await page.locator(".checkout-cart .product-name small").isVisible()).toBe(true);
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  });
});

describe.each(jQueryKinds)("the original quick checkout script, with jQuery: %s", (_, jQuery, placements) => {
  test.each(placements)("%s: one call per change, then the page is reloaded", async (placement) => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    await openWithScript(page, routes.checkout(), withJQuery(jQuery, quickCheckoutScript), placement);
    await page.waitForLoadState("networkidle");
    const sent = recordChanges(page);
    await page.fill("#billing_city", "Multan");
    const loaded = page.waitForEvent("load");
    const answered = changed(page);
    await enter(page, "4");
    await answered;
    await loaded;
    expect(await quantity(page).inputValue()).toBe("4");
    await expect.poll(() => page.inputValue("#billing_city")).toBe("Multan");
    expect(sent.map((fields) => fields.get("quantity"))).toEqual(["4"]);
  });

  test("on a product page its call is refused, so the page stays", async () => {
    const { page, faults } = await browser.newPage();
    await fillCart(page, 1);
    const path = routes.product("height-growth-complex");
    await openWithScript(page, path, withJQuery(jQuery, quickCheckoutScript), "in the head");
    const refused = page.waitForResponse((answer) => isChange(answer.request()));
    await page.locator("form.cart input.qty").first().fill("2");
    await page.keyboard.press("Tab");
    expect((await refused).status()).toBe(400);
    expect(await page.locator("form.cart input.qty").first().inputValue()).toBe("2");
    // The script calls for the new value and, if it was slow, again when the field is left.
    expect([...new Set(faults.splice(0))]).toEqual([expect.stringContaining("400: POST")]);
  });
});
