import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillCheckout } from "../support/checkout.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { buyNow, chooseInPopup, openQuickCheckout, panel } from "../support/quick-checkout.ts";

const browser = openBrowser();
const product = "Vitamin D3 drops";
const offer = ".checkout-last:not([hidden])";

/** Counts the pointer presses on all pages of the visit, without those into text fields, which a shopper taps to type. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const onPress = ({ target }: Event) => {
      const isText = (target as Element).matches("textarea, input:not([type=checkbox], [type=radio])");
      if (!isText) sessionStorage.setItem("taps", String(Number(sessionStorage.getItem("taps") ?? 0) + 1));
    };
    // On window, so that no script of the page can stop it. The browser simulates a first touch, which is none.
    window.addEventListener("pointerdown", (event) => event.isTrusted && onPress(event), { capture: true });
  });
  return async () => Number(await page.evaluate(() => sessionStorage.getItem("taps")));
}

/** Buys a product with flavours from the list on a phone, up to the checkout. @param flavour to choose; else it must be chosen already */
async function buyFromList(page: Page, flavour?: string, button = ".single_add_to_cart_button"): Promise<void> {
  await page.goto(routes.shop());
  await buyNow(page, "Growing Protein").tap();
  const options = page.locator(`${panel} .choice-buttons`);
  if (flavour !== undefined) await options.locator(".choice-button", { hasText: flavour }).tap();
  await page.locator(`${panel} .woocommerce-variation-add-to-cart-enabled`).waitFor();
  await page.locator(`${panel} ${button}`).tap();
  await page.waitForURL(routes.checkout(), { waitUntil: "networkidle" });
}

/** Places the order once a total for the address has arrived, which may move the button. */
async function placeOrder(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("update_order_review")),
  );
  await page.locator("#place_order", { hasText: "Rs" }).tap();
  await page.waitForURL(/order-received/);
}

describe("on a phone", () => {
  test("a guest orders a product with options from a list in at most 6 taps, and a returning one in at most 4", async () => {
    const { page } = await browser.newPage({ width: 360 });
    const taps = await countTaps(page);
    await buyFromList(page, "Chocolate");
    await page.fill("#billing_first_name", "Ayesha Khan");
    await page.fill("#billing_phone", "0300 1234567");
    await page.fill("#billing_address_1", "House 14, Street 6, Model Town");
    await page.fill("#billing_city", "Lahore");
    await page.locator("#chowk_remember").tap();
    // By the city.
    await expect.poll(() => page.inputValue("#billing_state")).toBe("PB");
    await placeOrder(page);
    expect(await taps()).toBeLessThanOrEqual(6);

    const first = await taps();
    await buyFromList(page);
    await page.locator(`${offer} .btn`).tap();
    await expect.poll(() => page.inputValue("#billing_address_1")).toBe("House 14, Street 6, Model Town");
    await expect.poll(() => page.inputValue("#billing_state")).toBe("PB");
    await placeOrder(page);
    expect((await taps()) - first).toBeLessThanOrEqual(4);

    const second = await taps();
    await buyFromList(page, "Vanilla", ".last-buy:has-text('Buy now for Ayesha in Lahore')");
    await expect.poll(() => page.inputValue("#billing_address_1")).toBe("House 14, Street 6, Model Town");
    await placeOrder(page);
    expect((await taps()) - second).toBeLessThanOrEqual(4);
  });

  test.each([
    ["Teen Growth Daily", ["1 bottle"], 4],
    ["Marine collagen", ["Lemon", "Jar"], 5],
  ] as const)(
    "a returning guest who must choose the options of %s, %j, needs %i taps: one per option and three more",
    async (name, options, expected) => {
      const { page } = await browser.newPage({ width: 360 });
      const taps = await countTaps(page);
      await page.goto(routes.search(name));
      await page.evaluate(() => {
        const fields = {
          billing_first_name: "Ayesha Khan",
          billing_phone: "0300 1234567",
          billing_address_1: "House 14",
          billing_city: "Lahore",
          billing_state: "PB",
        };
        localStorage.setItem("chowk_address", JSON.stringify({ at: Date.now(), fields }));
      });
      await buyNow(page, name).tap();
      for (const option of options) await page.locator(`${panel} .choice-button`, { hasText: option }).first().tap();
      await page.locator(`${panel} .woocommerce-variation-add-to-cart-enabled`).waitFor();
      await page.locator(`${panel} .last-buy`).tap();
      await page.waitForURL(routes.checkout(), { waitUntil: "networkidle" });
      await expect.poll(() => page.inputValue("#billing_address_1")).toBe("House 14");
      await placeOrder(page);
      expect(await taps()).toBe(expected);
    },
  );

  test("buying for the last address takes a complete choice, and fills in one checkout", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.shop());
    await page.evaluate(() => {
      const fields = { billing_first_name: "Ayesha Khan", billing_address_1: "House 14" };
      localStorage.setItem("chowk_address", JSON.stringify({ at: Date.now(), fields }));
    });
    await openQuickCheckout(page);
    await page.locator(`${panel} .reset_variations`).tap();
    const lastBuy = page.locator(`${panel} .last-buy`);
    expect(await lastBuy.innerText()).toBe("Buy now for Ayesha");
    await expectAccessible(page);
    await lastBuy.tap();
    await page.locator(`${panel} .variation-complaint`, { hasText: "select" }).waitFor();
    await chooseInPopup(page, "pa_pack", "1-jar");
    await chooseInPopup(page, "pa_flavour", "chocolate");
    await lastBuy.tap();
    await page.waitForURL(routes.checkout());
    await expect.poll(() => page.inputValue("#billing_address_1")).toBe("House 14");
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain("chowk_use_address");
  });

  test("an add for the last address that is refused fills in no later checkout", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.shop());
    await page.evaluate(() => {
      const fields = { billing_first_name: "Ayesha Khan", billing_address_1: "House 14" };
      localStorage.setItem("chowk_address", JSON.stringify({ at: Date.now(), fields }));
    });
    await openQuickCheckout(page);
    const form = page.locator(`${panel} form.cart`);
    await form.evaluate((element: HTMLFormElement) => {
      element.noValidate = true;
      const quantity = Object.assign(document.createElement("input"), { type: "hidden", value: "999999999" });
      for (const field of element.querySelectorAll("[name=quantity]")) field.removeAttribute("name");
      element.append(Object.assign(quantity, { name: "quantity" }));
    });
    await page.locator(`${panel} .last-buy`).tap();
    await page.waitForURL(`**${routes.product("growing-protein")}**`);
    await openQuickCheckout(page);
    await page.locator(`${panel} .single_add_to_cart_button`).tap();
    await page.waitForURL(routes.checkout());
    await page.locator(offer).waitFor();
    expect(await page.inputValue("#billing_address_1")).toBe("");
  });

  test("the options of the last order are chosen where they are in stock, until the guest changes them", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.shop());
    const keep = (choices: unknown) =>
      page.evaluate((kept) => {
        const fields = { billing_first_name: "Ayesha" };
        localStorage.setItem("chowk_address", JSON.stringify({ at: Date.now(), fields, choices: kept }));
      }, choices);
    const note = page.locator(`${panel} .last-choices`);
    const flavour = page.locator(`${panel} select[name=attribute_pa_flavour]`);
    await keep({ Flavour: "Chocolate" });
    await openQuickCheckout(page, "Growing Protein");
    expect(await flavour.inputValue()).toBe("chocolate");
    expect(await note.innerText()).toBe("As in your last order: Chocolate");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await chooseInPopup(page, "pa_flavour", "strawberry");
    await note.waitFor({ state: "hidden" });
    for (const choices of [{ Flavour: "Gravel" }, { Flavour: 5 }, "Flavour", null, { Pack: "Chocolate" }]) {
      await keep(choices);
      await openQuickCheckout(page, "Growing Protein");
      expect(await flavour.inputValue()).toBe("vanilla");
      expect(await note.isVisible()).toBe(false);
    }
  });
});

describe("the last address", () => {
  /** Orders once. */
  async function order(page: Page, remembers: boolean): Promise<void> {
    await page.goto(`/?add-to-cart=${await productId(page)}`, { waitUntil: "networkidle" });
    await fillCheckout(page);
    if (remembers) await page.check("#chowk_remember");
    await page.locator("#place_order").press("Enter");
    await page.waitForURL(/order-received/);
  }

  async function productId(page: Page): Promise<string> {
    await page.goto(routes.shop());
    const button = page.getByRole("link", { name: new RegExp(`Add to cart: .${product}`) });
    return (await button.getAttribute("data-product_id")) ?? "";
  }

  async function openAgain(page: Page): Promise<void> {
    await page.goto(`/?add-to-cart=${await productId(page)}`, { waitUntil: "networkidle" });
  }

  test("is offered by name and city, in an accessible way, and forgotten on request", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await order(page, true);
    await openAgain(page);
    expect(await page.locator(`${offer} p`).innerText()).toBe("Deliver to Ayesha in Lahore again?");
    expect(await page.locator(offer).innerText()).not.toContain("House 14");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.locator(`${offer} .link`).click();
    expect(await page.locator(offer).count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("chowk_address");
    await page.reload({ waitUntil: "networkidle" });
    expect(await page.locator(offer).count()).toBe(0);
  });

  test("is not kept unless the buyer asked for it, and deleted when they no longer want it", async () => {
    const { page } = await browser.newPage();
    await order(page, false);
    const kept = () => page.evaluate(() => Object.keys(localStorage).includes("chowk_address"));
    expect(await kept()).toBe(false);
    await openAgain(page);
    expect(await page.locator(offer).count()).toBe(0);
    await order(page, true);
    expect(await kept()).toBe(true);
    await openAgain(page);
    await page.locator(`${offer} .btn`).click();
    expect(await page.isChecked("#chowk_remember")).toBe(true);
    await page.uncheck("#chowk_remember");
    expect(await kept()).toBe(false);
  });

  test("shows only the first word of the name", async () => {
    const { page } = await browser.newPage();
    await openAgain(page);
    await page.evaluate(() => {
      const fields = { billing_first_name: " Ayesha Khan", billing_city: "" };
      localStorage.setItem("chowk_address", JSON.stringify({ at: Date.now(), fields }));
    });
    await page.reload({ waitUntil: "networkidle" });
    expect(await page.locator(`${offer} p`).innerText()).toBe("Order for Ayesha again?");
  });

  test("is deleted by a later order that did not ask to keep one, also one sent without the checkout's script", async () => {
    const { page } = await browser.newPage();
    const kept = () => page.evaluate(() => Object.keys(localStorage).includes("chowk_address"));
    await order(page, true);
    expect(await kept()).toBe(true);
    await page.reload({ waitUntil: "networkidle" });
    expect(await kept()).toBe(true);
    await order(page, false);
    expect(await kept()).toBe(false);

    await openAgain(page);
    await page.evaluate(() => {
      const fields = { billing_first_name: "Sana" };
      localStorage.setItem("chowk_address", JSON.stringify({ at: Date.now() - 3_600_000, fields }));
    });
    await fillCheckout(page);
    await page.evaluate(() => document.querySelector<HTMLFormElement>("form.checkout")?.submit());
    await page.waitForURL(/order-received/);
    await expect.poll(kept).toBe(false);
  });

  test("is deleted unread after half a year", async () => {
    const { page } = await browser.newPage();
    await openAgain(page);
    await page.evaluate(() => {
      const at = Date.now() - 181 * 24 * 3_600_000;
      localStorage.setItem("chowk_address", JSON.stringify({ at, fields: { billing_first_name: "Sana" } }));
    });
    await page.reload({ waitUntil: "networkidle" });
    await expect.poll(() => page.evaluate(() => localStorage.getItem("chowk_address"))).toBeNull();
    expect(await page.locator(offer).count()).toBe(0);
  });

  test("of hostile content is shown as text", async () => {
    const { page } = await browser.newPage();
    await openAgain(page);
    await page.evaluate(() => {
      const fields = { billing_first_name: "<img/src=x/onerror=alert(1)>$&", billing_city: "%name%" };
      localStorage.setItem("chowk_address", JSON.stringify({ at: Date.now(), fields }));
    });
    await page.reload({ waitUntil: "networkidle" });
    expect(await page.locator(`${offer} p`).innerText()).toContain("<img/src=x/onerror=alert(1)>$&");
    expect(await page.locator(`${offer} img`).count()).toBe(0);
    const unnamed = ['{"at":9e15,"fields":null}', '{"at":9e15,"fields":{"billing_first_name":5}}'];
    for (const broken of ["{", "null", "5", '{"at":1}', ...unnamed]) {
      await page.evaluate((text) => localStorage.setItem("chowk_address", text), broken);
      await page.reload({ waitUntil: "networkidle" });
      expect(await page.locator(offer).count()).toBe(0);
    }
  });
});
