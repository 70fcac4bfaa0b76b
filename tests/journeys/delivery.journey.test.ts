import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/transaction.ts";
import { routes } from "#routes";
import { addDeliveryMethod } from "#shop/delivery/change-delivery.ts";
import { giveZone, methodOf } from "#shop/delivery/delivery.fixtures.ts";
import { openBrowser } from "./support/browser.ts";
import { cartResponse, expectFocus, fillCart, holdResponses } from "./support/cart.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks.ts";
import { inSharedShop, runInSharedShop } from "./support/shared-shop.ts";

const browser = openBrowser();
/** The mountains have prices of their own, the first put in force by the shopkeeper's command; elsewhere all stays as it was. */
beforeAll(async () => {
  const shop = (...args: string[]) => runInSharedShop("delivery", ...args);
  // The country comes with its way at once: other journeys order meanwhile, and to a zone without one nothing is delivered.
  await inSharedShop((db) =>
    inTransaction(db, (db) => giveZone(db, "Pakistan", "PK", [{ title: "Free delivery", price: 0 }])),
  );
  await shop("add-zone", "Mountains", "--places", "PK:GB");
  await shop("add-method", "Mountains", "flat_rate", "Courier", "--price", "300", "--days", "5-7");
  await inSharedShop((db) =>
    inTransaction(db, async (db) => {
      const others = [
        methodOf({ kind: "local_pickup", title: "Fetch it in Gilgit", price: 0 }),
        methodOf({ kind: "free_shipping", title: "Free of charge", price: 0, freeFrom: 90_000 }),
      ];
      for (const { id: _, ...method } of others) await addDeliveryMethod(db, "Mountains", method);
      await giveZone(db, "The coast", "PK:BA:Gwadar", []);
    }),
  );
}, 120_000);

/** Says on the cart page that it goes to Gilgit. */
async function estimate(page: Page): Promise<void> {
  await page.locator(".shipping-calculator-button").click();
  await page.fill("#calc_shipping_city", "Gilgit");
  await page.selectOption("#calc_shipping_state", "GB");
  await page.locator("#calc_shipping").click();
  await page.locator(".cart_totals #shipping_method").waitFor();
}

/** The same, without the page: what comes after begins with a cart that goes to Gilgit. */
async function deliverToGilgit(page: Page): Promise<void> {
  await fillCart(page, 1);
  const html = await (await page.request.get(routes.cart())).text();
  const [, nonce = ""] = /name="woocommerce-shipping-calculator-nonce" value="(\w+)"/.exec(html) ?? [];
  const answer = await page.request.post(routes.cart(), {
    form: {
      calc_shipping: "1",
      calc_shipping_country: "PK",
      calc_shipping_state: "GB",
      calc_shipping_city: "Gilgit",
      "woocommerce-shipping-calculator-nonce": nonce,
    },
  });
  expect(await answer.text()).toContain("Fetch it in Gilgit");
}

const total = (page: Page, within = ".cart_totals") =>
  page.locator(`${within} .order-total .amount`).evaluate((amount) => Number(amount.textContent?.replace(/\D/g, "")));

/** In how many lines the texts stand. */
const linesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((texts) => {
    return texts.map((text) => Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)));
  });

/** What screen readers were told last. */
const spoken = async (page: Page) =>
  (await page.locator(".widget_shopping_cart_live_region").textContent())?.replace(/\s+/g, " ").trim();

test.each([true, false])(
  "the cart page tells at 360 pixels what a place costs, and the way is chosen there; with scripts: %s",
  async (javaScript) => {
    const { page } = await browser.newPage({ javaScript, width: 360 });
    await fillCart(page, 1);
    await page.goto(routes.cart());
    const before = await total(page);
    expect(await page.locator(".cart_totals .total-open").isVisible()).toBe(true);
    expect(Math.max(...(await linesOf(page, ".cart_totals .sums dt")))).toBeLessThanOrEqual(2);
    await estimate(page);
    expect(await total(page)).toBe(before + 300);
    expect(await page.locator(".cart_totals").innerText()).toContain("Gilgit");
    expect(await page.locator(".cart_totals").innerText()).toContain("5-7 business days");
    expect(await page.locator(".cart_totals .free-delivery").innerText()).toMatch(/more for free delivery/);
    await page.locator(".cart_totals .choice", { hasText: "Fetch it" }).click();
    if (!javaScript) await page.getByRole("button", { name: "Take this way" }).click();
    await expect.poll(() => total(page)).toBe(before);
    expect(await page.locator("#shipping_method :checked").getAttribute("value")).toMatch(/^local_pickup:/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test("a way of delivery that was chosen before the cart's script came is taken when it comes", async () => {
  const { page } = await browser.newPage();
  await deliverToGilgit(page);
  const { reached, release } = await holdResponses(page, /\/assets\/cart-page-/);
  await page.goto(routes.cart());
  await reached;
  const before = await total(page);
  await page.locator(".cart_totals .choice", { hasText: "Fetch it" }).click();
  expect(await total(page)).toBe(before);
  release();
  await expect.poll(() => total(page)).toBe(before - 300);
  expect(await page.locator("#shipping_method :checked").getAttribute("value")).toMatch(/^local_pickup:/);
});

test("who comes back to the cart finds the way that he took last, elsewhere, and sends none", async () => {
  const { page } = await browser.newPage();
  await deliverToGilgit(page);
  const chosen = () => page.locator("#shipping_method :checked").getAttribute("value");
  const choose = async (tab: Page, way: string) => {
    await tab.goto(routes.cart());
    const answered = cartResponse(tab);
    await tab.locator(".cart_totals .choice", { hasText: way }).click();
    await answered;
  };
  await choose(page, "Fetch it");
  await expect.poll(chosen).toMatch(/^local_pickup:/);
  await page.goto(routes.home());
  const other = await page.context().newPage();
  await choose(other, "Courier");
  await other.close();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.goBack();
  await page.locator(".cart-update").waitFor({ state: "hidden" });
  await expect.poll(chosen).toMatch(/^flat_rate:/);
  expect(sent).not.toContain(routes.cart());
});

test("the estimate closes with its answer and leads to the sums, and stays open where there is none", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await fillCart(page, 1);
  await page.goto(routes.cart());
  await estimate(page);
  await expectFocus(page, ".cart_totals .sums");
  expect(await page.locator(".shipping-calculator-form").isVisible()).toBe(false);
  await page.locator(".shipping-calculator-button").click();
  await page.selectOption("#calc_shipping_state", "BA");
  await page.fill("#calc_shipping_city", "Gwadar");
  await page.locator("#calc_shipping").click();
  await page.locator(".cart_totals .delivery-nowhere").waitFor();
  expect(await page.inputValue("#calc_shipping_city")).toBe("Gwadar");
  await expectAccessible(page);
});

test("at the checkout sums, button and ways follow the province, what was typed and the focus stay", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await fillCart(page, 1);
  await page.goto(routes.checkout());
  const before = await total(page, "#order_review");
  await page.fill("#billing_first_name", "Ayesha");
  await page.selectOption("#billing_state", "GB");
  await page.locator("#order_review #shipping_method").waitFor();
  expect(await total(page, "#order_review")).toBe(before + 300);
  await expect.poll(() => spoken(page)).toMatch(/Courier 5-7 business days Rs 300.*Total/);
  expect(await page.locator("#place_order").innerText()).toContain((before + 300).toLocaleString("en"));
  expect(await page.locator(".sum-fold > summary b").innerText()).toContain((before + 300).toLocaleString("en"));
  await page.locator("#order_review .shipping_method").nth(1).press("Space");
  await expect.poll(() => total(page, "#order_review")).toBe(before);
  await expect.poll(() => spoken(page)).toMatch(/^Total .*\d$/);
  expect(await page.locator("#billing_address_1").evaluate((field: HTMLInputElement) => field.required)).toBe(false);
  expect(await page.getByRole("group", { name: "How it is delivered" }).count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^shipping_method_0_local_pickup-/);
  expect(await page.inputValue("#billing_first_name")).toBe("Ayesha");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

/** Holds back what the checkout does by scripts. `letCome` lets it begin, `begun` comes when it has. */
async function holdCheckout(page: Page): Promise<{ letCome: () => void; begun: () => Promise<void> }> {
  let letCome = () => {};
  const held = new Promise<void>((resolve) => (letCome = resolve));
  await page.route("**/checkout-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    const note = () => document.documentElement.setAttribute("data-checkout-begun", "");
    window.addEventListener("init_checkout", note, { capture: true });
  });
  return { letCome, begun: () => page.waitForSelector("[data-checkout-begun]").then(() => {}) };
}

test("a province chosen before the checkout's scripts have come counts when they come", async () => {
  const { page } = await browser.newPage();
  await fillCart(page, 1);
  await page.route("**/checkout-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const script = page.waitForResponse("**/checkout-*.js");
  await page.goto(routes.checkout(), { waitUntil: "commit" });
  await page.selectOption("#billing_state", "GB");
  await script;
  await expect.poll(() => page.locator("#order_review .woocommerce-shipping-totals").innerText()).toContain("Courier");
});

test("what is typed into the estimate stays while a quantity saves itself", async () => {
  const { page } = await browser.newPage();
  await fillCart(page, 1);
  await page.goto(routes.cart());
  const before = await total(page);
  await page.locator(".shipping-calculator-button").click();
  await page.locator(".cart_item .plus").first().click();
  await page.fill("#calc_shipping_city", "Skardu");
  await page.selectOption("#calc_shipping_state", "GB");
  await expect.poll(() => total(page)).toBeGreaterThan(before);
  expect(await page.inputValue("#calc_shipping_city")).toBe("Skardu");
  expect(await page.inputValue("#calc_shipping_state")).toBe("GB");
});

test.each(["before", "after"])(
  "a way that is chosen while the sums of a place, typed %s the checkout's scripts have come, are on their way is in force",
  async (when) => {
    const { page } = await browser.newPage();
    await deliverToGilgit(page);
    const sent: (string | null)[] = [];
    await page.route("**/*wc-ajax=update_order_review*", async (route) => {
      sent.push(new URLSearchParams(route.request().postData() ?? "").get("shipping_method[0]"));
      if (sent.length === 1) await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    const { letCome, begun } = await holdCheckout(page);
    if (when === "after") letCome();
    await page.goto(routes.checkout(), { waitUntil: "commit" });
    const before = await total(page, "#order_review");
    if (when === "after") await begun();
    await page.fill("#billing_city", "Skardu");
    letCome();
    await begun();
    // Who is still there asks for the sums of the city once: when the scripts find it typed, or when the field is left. The
    // click, while they are on their way, asks for those of the way.
    await page.locator("#billing_city").blur();
    await expect.poll(() => sent.length).toBe(1);
    await page.locator("#order_review .choice", { hasText: "Fetch it" }).click();
    await expect.poll(() => sent.length).toBe(2);
    const chosen = page.locator("#order_review .shipping_method:checked");
    expect(await chosen.inputValue()).toMatch(/^local_pickup:/);
    await expect.poll(() => total(page, "#order_review")).toBe(before - 300);
    expect(await chosen.inputValue()).toMatch(/^local_pickup:/);
    expect(sent).toEqual([expect.stringMatching(/^flat_rate:/), expect.stringMatching(/^local_pickup:/)]);
  },
);

test.each([true, false])("who fetches it needs no address, with scripts: %s", async (javaScript) => {
  const { page } = await browser.newPage({ javaScript });
  await deliverToGilgit(page);
  await page.goto(routes.checkout());
  expect(await page.inputValue("#billing_city")).toBe("Gilgit");
  await page.locator("#order_review .choice", { hasText: "Fetch it" }).click();
  await expect
    .poll(() => page.locator("#order_review .shipping_method:checked").inputValue())
    .toMatch(/^local_pickup:/);
  await page.fill("#billing_first_name", "Ayesha");
  await page.fill("#billing_phone", "0300 1234567");
  await page.waitForLoadState("networkidle");
  await page.locator("#place_order").click();
  // Without scripts the sums were those of the courier: the shop shows the new ones first.
  if (!javaScript) await page.locator("#place_order").click();
  await page.waitForURL(/order-received/);
  expect(await page.locator(".done-main").innerText()).toContain("when you can come for it");
  expect(await page.locator(".sums").innerText()).toContain("Fetch it in Gilgit");
});
