import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillCart } from "../support/cart.ts";
import { chooseProvince, fillCheckout } from "../support/checkout.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const quantity = (page: Page) => page.locator(".checkout-cart input.qty").first();
const button = (page: Page) => page.locator("#place_order").innerText();

/** Adds the first product of the list to the cart and opens the checkout. */
async function openCheckout(page: Page): Promise<void> {
  await fillCart(page, 1);
  // Wait for the checkout's scripts.
  await page.goto(routes.checkout(), { waitUntil: "networkidle" });
  expect(new URL(page.url()).pathname).toBe(routes.checkout());
}

describe("an invalid form", () => {
  test("shows errors at the note and at the delivery address fields", async () => {
    const { page } = await browser.newPage();
    await openCheckout(page);
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>("form.checkout");
      const note = form?.querySelector<HTMLTextAreaElement>("#order_comments");
      if (note) note.value = "Ring \u0007";
    });
    await page.check("#ship-to-different-address-checkbox");
    await page.locator("#place_order").click();
    const errors = page.locator(".woocommerce-NoticeGroup-checkout");
    await errors.locator("a[href='#order_comments']").waitFor();
    expect(await errors.innerText()).toContain("Delivery address:");
    expect(await errors.locator("a[href='#shipping_city']").count()).toBe(1);
    await page.fill("#order_comments", "Ring twice");
    expect(await errors.locator("a[href='#order_comments']").isVisible()).toBe(false);
  });
});

describe("the quantities on the checkout page", () => {
  test("are saved as they change: totals and button follow; typed values and the focus stay", async () => {
    const { page } = await browser.newPage();
    await openCheckout(page);
    await chooseProvince(page);
    await page.fill("#billing_city", "Lahore");
    const before = await button(page);
    const plus = page.locator(".checkout-cart .plus").first();
    await plus.focus();
    await plus.click();
    await plus.click();
    await expect.poll(() => quantity(page).getAttribute("value")).toBe("3");
    expect(await button(page)).not.toBe(before);
    expect(await quantity(page).inputValue()).toBe("3");
    expect(await page.inputValue("#billing_city")).toBe("Lahore");
    expect(await page.evaluate(() => document.activeElement?.matches(".checkout-cart .plus"))).toBe(true);
    expect(new URL(page.url()).pathname).toBe(routes.checkout());
    await expectAccessible(page);
    await page.reload();
    expect(await quantity(page).inputValue()).toBe("3");
  });

  test("are also saved by Enter, and an empty cart leads to the cart page, whose Undo leads back", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await openCheckout(page);
    await chooseProvince(page);
    const before = await button(page);
    await quantity(page).fill("2");
    await page.keyboard.press("Enter");
    await page.waitForFunction((words) => document.querySelector("#place_order")?.textContent !== words, before);
    expect(await page.locator(".sum-fold").getAttribute("open")).not.toBeNull();
    await quantity(page).fill("0");
    await page.keyboard.press("Enter");
    await page.waitForURL(routes.cart());
    await page.locator(".restore-item").click();
    await page.waitForURL(routes.checkout());
    expect(await quantity(page).inputValue()).toBe("2");
  });

  test("hold back an order until its total is shown; one whose total stays is placed once", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await openCheckout(page);
    await fillCheckout(page);
    await page.locator("#place_order", { hasText: "Rs" }).waitFor();
    const before = await button(page);
    const sent: string[] = [];
    page.on("request", (request) => void (request.url().includes("wc-ajax=checkout") && sent.push(request.url())));
    await quantity(page).fill("4");
    // Blurring the field changes the quantity.
    await page.locator("#place_order").click();
    const note = page.locator(".total-changed");
    await note.waitFor();
    const isInView = () => note.evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight);
    await expect.poll(isInView).toBe(true);
    expect(await note.innerText()).toBe("The total has changed. Please check it and place your order again.");
    expect(await quantity(page).getAttribute("value")).toBe("4");
    expect(await button(page)).not.toBe(before);
    expect([sent.length, new URL(page.url()).pathname]).toEqual([0, routes.checkout()]);
    await expectAccessible(page);
    await page.evaluate(() => {
      const quantity = document.querySelector<HTMLInputElement>(".checkout-cart input.qty");
      if (quantity) quantity.value = "04";
      quantity?.dispatchEvent(new Event("change", { bubbles: true }));
      for (let press = 0; press < 3; press += 1) document.querySelector<HTMLElement>("#place_order")?.click();
    });
    await page.waitForURL(/order-received/);
    expect(sent).toHaveLength(1);
  });

  test("place no order with the setting `reload`, which reloads the page", async () => {
    const { page } = await browser.newPage();
    await openCheckout(page);
    await fillCheckout(page);
    await page.locator("#place_order", { hasText: "Rs" }).waitFor();
    const orders: string[] = [];
    page.on("request", (request) => void (request.url().includes("wc-ajax=checkout") && orders.push(request.url())));
    // An answer that leaves the total as it is.
    await page.route(`**${routes.siteCall()}`, (route) => route.fulfill({ contentType: "text/html", body: "<p>" }));
    const loaded = page.waitForEvent("load");
    await page.evaluate(() => {
      document.querySelector(".checkout-cart")?.setAttribute("data-chowk-reloads", "");
      const quantity = document.querySelector<HTMLInputElement>(".checkout-cart input.qty");
      if (quantity) quantity.value = "2";
      quantity?.dispatchEvent(new Event("change", { bubbles: true }));
      document.querySelector<HTMLElement>("#place_order")?.click();
    });
    await loaded;
    expect([orders.length, new URL(page.url()).pathname]).toEqual([0, routes.checkout()]);
  });

  test("are reset with an error when a request fails", async () => {
    const { page, faults } = await browser.newPage();
    await openCheckout(page);
    await page.route(`**${routes.siteCall()}`, (route) => route.abort("failed"));
    await quantity(page).fill("5");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".woocommerce-notices-wrapper .woocommerce-error[role=alert]");
    expect(await quantity(page).inputValue()).toBe("1");
    faults.splice(0);
  });

  test("are saved without scripts by a button or Enter; typed values stay", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await openCheckout(page);
    await page.fill("#billing_city", "Multan");
    await quantity(page).fill("2");
    await page.keyboard.press("Enter");
    await page.locator("[role=alert]", { hasText: "The total is now" }).waitFor();
    expect([await quantity(page).inputValue(), await page.inputValue("#billing_city")]).toEqual(["2", "Multan"]);
    await quantity(page).fill("3");
    await page.locator(".checkout-cart button[name=chowk_update]").click();
    await page.getByText("Cart updated.").waitFor();
    expect([await quantity(page).inputValue(), await page.inputValue("#billing_city")]).toEqual(["3", "Multan"]);
  });

  test("that were typed without scripts are part of the order once their total was shown", async () => {
    const { page } = await browser.newPage({ width: 360, javaScript: false });
    await openCheckout(page);
    await fillCheckout(page);
    const before = await button(page);
    await quantity(page).fill("3");
    await page.locator("#place_order").click();
    const notice = page.locator("[role=alert]", { hasText: "The total is now" });
    await notice.waitFor();
    const [, total = ""] = /total is now (.*?)\. /.exec(await notice.innerText()) ?? [];
    expect(await button(page)).not.toBe(before);
    expect((await button(page)).replace(/\s+/g, " ")).toBe(`Place order for ${total.replace(/\s+/g, " ")}`);
    expect(await page.inputValue("#billing_address_1")).not.toBe("");
    await expectNoSidewaysScroll(page);
    await page.locator("#place_order").click();
    await page.waitForURL(/order-received/);
    expect(await page.locator("main").innerText()).toContain("× 3");
  });
});
