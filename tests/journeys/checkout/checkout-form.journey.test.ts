import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { cartResponse } from "../support/cart.ts";
import { fillAddress, openCheckout, place } from "../support/checkout.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const elsewhere = "#ship-to-different-address-checkbox";
/** Records the page's protocol events. */
async function recordEvents(page: Page, names: readonly string[]): Promise<() => Promise<string[]>> {
  await page.evaluate((all) => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const name of all) document.addEventListener(name, () => heard.push(name));
  }, names);
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

describe.each([
  { width: 360, javaScript: true },
  { width: 768, javaScript: true },
  { width: 360, javaScript: false },
  { width: 1280, javaScript: true, colorScheme: "dark" as const },
])("a different delivery address, %o", (visit) => {
  test("is hidden until its box is ticked, validated only then, and used for delivery", async () => {
    const { page } = await browser.newPage(visit);
    await openCheckout(page);
    expect(await page.locator("#shipping_city").isVisible()).toBe(false);
    await fillAddress(page);
    await page.locator(elsewhere).focus();
    await page.keyboard.press("Space");
    await page.locator("#shipping_city").waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await place(page);
    await page.locator("a[href='#shipping_address_1']").first().waitFor();
    expect(await page.locator("#shipping_city").getAttribute("aria-invalid")).toBe("true");
    await fillAddress(page, "shipping");
    await page.fill("#shipping_address_1", "Ship Road 9");
    await place(page);
    await page.waitForURL(/order-received/);
    expect(await page.locator("main").innerText()).toContain("Ship Road 9");
  });
});

describe("an order placed without leaving the page", () => {
  test("shows errors at the fields and focuses the first; once valid it succeeds, with the protocol's events", async () => {
    const { page } = await browser.newPage();
    await openCheckout(page);
    const names = [
      "checkout_place_order",
      "checkout_place_order_cod",
      "checkout_error",
      "checkout_place_order_success",
    ];
    const events = await recordEvents(page, names);
    await page.fill("#billing_first_name", "Ayesha Khan");
    await page.fill("#billing_phone", "12");
    await place(page);
    await page.waitForFunction(() => document.activeElement?.id === "billing_phone");
    expect(await events()).toEqual(names.slice(0, 3));
    expect(await page.locator("#billing_phone_description.checkout-inline-error-message").innerText()).toContain(
      "mobile",
    );
    const described = await page.locator("#billing_phone").getAttribute("aria-describedby");
    expect(described).toBe("billing_phone_description billing_phone-description");
    expect(await page.locator(".woocommerce-NoticeGroup-checkout li[data-id]").count()).toBe(4);
    await expectAccessible(page);
    await fillAddress(page);
    expect(await page.locator(".woocommerce-NoticeGroup-checkout").count()).toBe(0);
    await page.locator("#billing_state").press("Enter");
    await page.locator("#billing_city").press("Enter");
    await page.waitForURL(/order-received/);
  });

  test("can be cancelled by another script", async () => {
    const { page } = await browser.newPage();
    await openCheckout(page);
    await page.evaluate(() =>
      document.addEventListener("checkout_place_order_cod", (event) => event.preventDefault(), { once: true }),
    );
    await fillAddress(page);
    await place(page);
    expect(await page.locator("form.checkout").getAttribute("class")).not.toContain("processing");
    await place(page);
    await page.waitForURL(/order-received/);
  });

  test("shows an error when the network fails or times out, keeps the form, and a retry does not order twice", async () => {
    const { page, faults } = await browser.newPage({ width: 360 });
    await openCheckout(page);
    await fillAddress(page);
    const pattern = /wc-ajax=checkout$/;
    // The browser may still send one request that it had started.
    await page.route(pattern, (route) => route.abort("internetdisconnected"));
    await page.context().setOffline(true);
    await place(page);
    const again = page.locator(".woocommerce-NoticeGroup-checkout button");
    await again.waitFor();
    expect(await page.locator(".woocommerce-NoticeGroup-checkout").innerText()).toContain("offline");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.context().setOffline(false);
    await page.unroute(pattern);
    // The shop places the order, but the response times out: the page shows an error and stays usable.
    const redirects: string[] = [];
    const ask = async (route: Route) => {
      const { redirect } = (await (await route.fetch()).json()) as { redirect: string };
      redirects.push(redirect);
    };
    await page.route(pattern, ask, { times: 1 });
    const wait = await page.evaluateHandle(() => AbortSignal.timeout.bind(AbortSignal));
    await wait.evaluate((timeout) => Object.assign(AbortSignal, { timeout: (ms: number) => timeout(ms / 100) }));
    await again.click();
    const words = page.locator(".woocommerce-NoticeGroup-checkout", { hasText: "your order will only be placed once" });
    await words.waitFor();
    expect(await page.locator("form.checkout.processing, #place_order[aria-busy]").count()).toBe(0);
    expect(await page.inputValue("#billing_address_1")).toBe("House 14, Street 6, Model Town");
    await wait.evaluate((timeout) => Object.assign(AbortSignal, { timeout }));
    // The response to the second attempt is lost.
    const loseAnswer = async (route: Route) => {
      await ask(route);
      await route.abort("connectionreset");
    };
    await page.route(pattern, loseAnswer, { times: 1 });
    await again.click();
    await page.waitForURL(/order-received/);
    expect(redirects).toEqual([page.url(), page.url()]);
    faults.splice(0);
  });

  test("refreshes the page when another tab has changed the cart", async () => {
    const { page } = await browser.newPage();
    await openCheckout(page);
    await fillAddress(page);
    const quantity = page.locator(".checkout-cart input.qty").first();
    const button = page.locator("#place_order");
    const before = await button.innerText();
    const other = await page.context().newPage();
    await other.goto(routes.cart());
    await other.fill(".cart_item input.qty", "3");
    await Promise.all([cartResponse(other), other.press(".cart_item input.qty", "Tab")]);
    await other.close();
    await place(page);
    await page.locator(".woocommerce-NoticeGroup-checkout li").first().waitFor();
    await expect.poll(() => quantity.inputValue()).toBe("3");
    await expect.poll(() => button.innerText()).not.toBe(before);
    await place(page);
    await page.waitForURL(/order-received/);
  });

  test("shows an error for an invalid response, and the form stays usable", async () => {
    const { page, faults } = await browser.newPage();
    await openCheckout(page);
    await fillAddress(page);
    await page.route(/wc-ajax=checkout$/, (route) => route.fulfill({ status: 503, body: "<html>" }));
    await place(page);
    await page.locator(".woocommerce-NoticeGroup-checkout button").waitFor();
    expect(await page.inputValue("#billing_city")).toBe("Lahore");
    expect(await page.locator("#place_order").getAttribute("aria-busy")).toBeNull();
    faults.splice(0);
  });
});

describe("the totals", () => {
  test("update one second after typing, immediately on leaving a field, and for the delivery address if given", async () => {
    const { page } = await browser.newPage();
    await openCheckout(page);
    const sent: URLSearchParams[] = [];
    page.on("request", (request) => {
      if (request.url().includes("update_order_review")) sent.push(new URLSearchParams(request.postData() ?? ""));
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.locator("#billing_city").pressSequentially("Chak 47");
    await page.clock.runFor(950);
    expect(sent).toEqual([]);
    await page.clock.runFor(100);
    await page.clock.resume();
    await expect.poll(() => sent.length).toBe(1);
    await fillAddress(page);
    await page.check(elsewhere);
    await page.fill("#shipping_city", "Quetta");
    await page.locator("#shipping_city").blur();
    await expect.poll(() => sent.at(-1)?.get("s_city")).toBe("Quetta");
    const last = sent.at(-1);
    expect([last?.get("city"), last?.get("s_country"), last?.get("has_full_address")]).toEqual([
      "Lahore",
      "PK",
      "false",
    ]);
    expect(new URLSearchParams(last?.get("post_data") ?? "").get("billing_first_name")).toBe("Ayesha");
    await page.locator(".woocommerce-shipping-destination", { hasText: "Quetta" }).waitFor();
  });
});

describe("a city", () => {
  test("is suggested from a list, may be free text, and selects its province unless that was chosen manually", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await openCheckout(page);
    const state = () => page.inputValue("#billing_state");
    await page.locator("#billing_city").focus();
    await page.locator("datalist option[value=Lahore]").waitFor({ state: "attached" });
    await page.fill("#billing_city", "lahore");
    await expect.poll(state).toBe("PB");
    await page.fill("#billing_city", "Quetta");
    await expect.poll(() => state()).toBe("BA");
    await page.fill("#billing_city", "Chak 47");
    expect(await state()).toBe("BA");
    await page.selectOption("#billing_state", "SD");
    await page.fill("#billing_city", "Lahore");
    expect(await state()).toBe("SD");
    await expectAccessible(page);
  });
});

test("on a phone, about a dozen controls are visible at first; Enter moves to the next one and does not order", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await openCheckout(page);
  const seen = page.locator("form.checkout :is(input, select, textarea, button):visible");
  expect(await seen.count()).toBeLessThanOrEqual(14);
  await page.locator("#billing_first_name").focus();
  const at = () => page.evaluate(() => document.activeElement?.id);
  const visited = [];
  for (let step = 0; step < 2; step += 1) {
    await page.keyboard.press("Enter");
    visited.push(await at());
  }
  await page.locator("#billing_postcode").press("Enter");
  expect([...visited, await at()]).toEqual(["billing_phone", "billing_email", "ship-to-different-address-checkbox"]);
  expect(await page.locator("#billing_city").getAttribute("enterkeyhint")).toBe("next");
  expect(await page.locator(".woocommerce-NoticeGroup-checkout").count()).toBe(0);
});
