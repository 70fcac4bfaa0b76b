import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillCart, recordChanges } from "../support/cart.ts";
import { fillCheckout } from "../support/checkout.ts";
import { checkoutScript } from "../support/originals/original-checkout-script.ts";
import {
  type JQuery,
  jQueryKinds,
  openWithScript,
  realJQuery,
  withJQuery,
} from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const shopCallIn = (address: string) => new URL(address).searchParams.has("wc-ajax");

/** Fills in the address and waits until the review has followed. */
async function fillAndReview(page: Page): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().includes("update_order_review"));
  await fillCheckout(page);
  await answered;
}

describe.each(jQueryKinds)("the original checkout script, with jQuery: %s", (_, jQuery, placements) => {
  test.each(placements)("%s: one review on load and per change, and one order", async (placement) => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    const calls = recordChanges(page);
    await openWithScript(page, routes.checkout(), withJQuery(jQuery, checkoutScript), placement);
    await expect.poll(() => calls).toEqual(["update_order_review"]);
    await page.waitForLoadState("networkidle");
    calls.splice(0);
    await page.selectOption("#billing_state", "PB");
    await expect.poll(() => calls).toEqual(["update_order_review"]);
    // Our client would have sent its own by now.
    await page.waitForTimeout(1200);
    expect(calls).toEqual(["update_order_review"]);
    await fillAndReview(page);
    calls.splice(0);
    await page.locator("#place_order").dblclick();
    await page.waitForURL(/order-received/);
    expect(calls.filter((call) => call === "checkout")).toEqual(["checkout"]);
  });

  test("an order waits for a quantity that was changed just before", async () => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    const calls = recordChanges(page);
    await openWithScript(page, routes.checkout(), withJQuery(jQuery, checkoutScript), "in the head");
    await fillAndReview(page);
    calls.splice(0);
    const saved = page.waitForResponse((answer) => answer.request().method() === "POST" && !shopCallIn(answer.url()));
    await page.evaluate(() => {
      const quantity = document.querySelector<HTMLInputElement>(".checkout-cart input.qty");
      if (!quantity) throw new Error("No quantity");
      quantity.value = "2";
      quantity.dispatchEvent(new Event("change", { bubbles: true }));
      document.querySelector<HTMLButtonElement>("#place_order")?.click();
    });
    await saved;
    await page.locator("form.checkout .product-quantity", { hasText: "2" }).waitFor({ state: "attached" });
    expect(calls).not.toContain("checkout");
    await page.locator("#place_order").click();
    await page.waitForURL(/order-received/);
    await page.locator("main", { hasText: "× 2" }).waitFor();
  });
});

describe("with the real jQuery", () => {
  const jQuery = realJQuery;

  test("a script that only counts events on the page leaves it to our client", async () => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    const analytics = () => {
      const { jQuery } = window as never as { jQuery: JQuery };
      jQuery(() => {
        const count = () => undefined;
        const form = document.querySelector("form.checkout") ?? document.body;
        jQuery(form).on("submit checkout_place_order", count);
        jQuery(form).on("change", "[name=payment_method]", count);
        jQuery(document.body).on("init_checkout update_checkout updated_checkout checkout_error", count);
      });
    };
    const calls = recordChanges(page);
    await openWithScript(page, routes.checkout(), withJQuery(jQuery, analytics), "in the head");
    await page.waitForLoadState("networkidle");
    calls.splice(0);
    await page.selectOption("#billing_state", "PB");
    await expect.poll(() => calls).toEqual(["update_order_review"]);
    await fillAndReview(page);
    await page.locator("#place_order").click();
    await page.waitForURL(/order-received/);
    expect(calls.filter((call) => call === "checkout")).toEqual(["checkout"]);
  });

  test("with the setting for our client and without the script, our client updates the review", async () => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    const calls = recordChanges(page);
    await openWithScript(page, routes.checkout(), withJQuery(jQuery), "in the head", "checkout:client");
    await page.waitForLoadState("networkidle");
    await page.selectOption("#billing_state", "PB");
    await expect.poll(() => calls).toEqual(["update_order_review"]);
  });
});
