import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillCart, holdResponses } from "../support/cart.ts";
import { followCountries, leaveClientOut } from "../support/originals/field-scripts.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { newDataDir, type RunningShop, startShop } from "../support/start-shop.ts";

const browser = openBrowser();
const command = fileURLToPath(new URL("../../../scripts/shop.mjs", import.meta.url));

let shop: RunningShop;

/** A shop configured by commands to deliver to four countries. */
beforeAll(async () => {
  const dataDir = await newDataDir();
  shop = await startShop({ dataDir });
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir };
  const shopCommand = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args], { env });
  const run = (...args: string[]) => shopCommand("delivery", ...args);
  await shopCommand("settings", "set", "cod_countries", '["PK","AE"]');
  await shopCommand("settings", "set", "terms_page", "/terms/");
  await run("add-zone", "At home", "--places", "PK");
  await run("add-method", "At home", "flat_rate", "Courier", "--price", "200");
  await run("add-zone", "Abroad", "--places", "AE, GB, QA");
  await run("add-method", "Abroad", "flat_rate", "By air", "--price", "2500");
  return async () => {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}, 180_000);

async function openCheckout(page: Page): Promise<void> {
  await fillCart(page, 1);
  await page.goto(routes.checkout(), { waitUntil: "networkidle" });
}

const label = (page: Page, id: string) => page.locator(`label[for=${id}]`).innerText();

test.each([
  { width: 360, javaScript: true },
  { width: 360, javaScript: false },
  { width: 768, javaScript: true },
  { width: 1280, javaScript: true, colorScheme: "dark" as const },
])("another country has its own fields, keeps typed values, and can be ordered to; %o", async (visit) => {
  const { page } = await browser.newPage({ ...visit, origin: shop.origin });
  await fillCart(page, 1);
  await page.goto(routes.cart());
  await page.locator(".shipping-calculator-button").click();
  await page.fill("#calc_shipping_city", "London");
  await page.fill("#calc_shipping_postcode", "SW1A");
  await page.selectOption("#calc_shipping_country", "GB");
  if (!visit.javaScript) await page.getByRole("button", { name: "Show the fields for this country" }).click();
  await expect.poll(() => label(page, "calc_shipping_state")).toMatch(/^County/);
  expect(await page.inputValue("#calc_shipping_postcode")).toBe("SW1A");
  expect(await page.locator("#calc_shipping_postcode").isVisible()).toBe(true);
  await expectAccessible(page);
  await page.selectOption("#calc_shipping_country", "PK");
  await page.fill("#calc_shipping_city", "");
  await page.locator("#calc_shipping").press("Enter");
  await page.goto(routes.checkout(), { waitUntil: "networkidle" });
  expect(await label(page, "billing_state")).toBe("Province");
  await page.fill("#billing_first_name", "Ayesha Khan");
  await page.fill("#billing_phone", "+971 50 123 4567");
  await page.fill("#billing_address_1", "Al Wasl Road 9");
  await page.fill("#billing_city", "Dubai");
  await page.selectOption("#billing_country", "AE");
  if (!visit.javaScript) await page.getByRole("button", { name: "Show the fields for this country" }).first().click();
  await expect.poll(() => label(page, "billing_state")).toBe("Emirate");
  expect(await page.locator("#billing_postcode").isVisible()).toBe(false);
  expect(await page.locator("#billing_address_1").inputValue()).toBe("Al Wasl Road 9");
  await expect.poll(() => page.locator("#order_review").innerText()).toContain("By air");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.locator("#place_order").press("Enter");
  await page.locator("a[href='#billing_state']").first().waitFor();
  const terms = page.locator("#terms_field", { hasText: "Please read and accept the terms" });
  await terms.waitFor();
  if (visit.javaScript) await terms.evaluate((row) => row.setAttribute("data-before", ""));
  await page.selectOption("#billing_state", "DU");
  // The order review repeats the error after the state changes.
  await page.locator("#terms_field:not([data-before])", { has: page.locator("[aria-invalid=true]") }).waitFor();
  expect(await terms.innerText()).toContain("Please read and accept the terms");
  await page.check("#terms");
  await page.locator("#place_order").press("Enter");
  await page.waitForURL(/order-received/);
  expect(await page.locator("main").innerText()).toContain("United Arab Emirates");
});

test("a country chosen before the cart's script loads gets its fields then, without interrupting typing", async () => {
  const { page } = await browser.newPage({ origin: shop.origin });
  const { reached, release } = await holdResponses(page, /\/assets\/cart-page-/);
  await fillCart(page, 1);
  await page.goto(routes.cart());
  await reached;
  await page.locator(".shipping-calculator-button").click();
  await page.selectOption("#calc_shipping_country", "GB");
  expect(await label(page, "calc_shipping_state")).toBe("Province");
  await page.locator("#calc_shipping_postcode").pressSequentially("SW");
  release();
  await expect.poll(() => label(page, "calc_shipping_state")).toMatch(/^County/);
  await page.keyboard.type("1A");
  expect(await page.inputValue("#calc_shipping_postcode")).toBe("SW1A");
});

test("values typed for another country survive a reload, for both addresses", async () => {
  const { page } = await browser.newPage({ width: 360, origin: shop.origin });
  await openCheckout(page);
  await page.selectOption("#billing_country", "GB");
  expect(await label(page, "billing_state")).toMatch(/^County/);
  await page.fill("#billing_state", "Kent");
  await page.fill("#billing_postcode", "CT1 2EH");
  await page.locator("#ship-to-different-address-checkbox").check();
  await page.selectOption("#shipping_country", "QA");
  expect(await page.locator("#shipping_state").isVisible()).toBe(false);
  await page.fill("#shipping_city", "Doha");
  await page.reload({ waitUntil: "networkidle" });
  expect(await page.locator("#billing_country").inputValue()).toBe("GB");
  expect(await page.locator("#billing_state").inputValue()).toBe("Kent");
  expect(await page.locator("#billing_postcode").inputValue()).toBe("CT1 2EH");
  expect(await page.locator("#shipping_country").inputValue()).toBe("QA");
  expect(await page.locator("#shipping_city").inputValue()).toBe("Doha");
  expect(await page.locator("#shipping_state").isVisible()).toBe(false);
});

test.each([{ javaScript: true }, { width: 360, javaScript: false }])(
  "a country without a payment method says so at its field, and an order leads back to it; %o",
  async (visit) => {
    const { page } = await browser.newPage({ ...visit, origin: shop.origin });
    await openCheckout(page);
    const note = page.locator("#billing_country_field .country-payment");
    expect(await note.innerText()).toBe("");
    await page.selectOption("#billing_country", "GB");
    if (!visit.javaScript) await page.getByRole("button", { name: "Show the fields for this country" }).first().click();
    await expect.poll(() => note.innerText()).toContain("cannot take payment for orders to the United Kingdom");
    await expectAccessible(page);
    const typed = { phone: "+44 20 7946 0018", city: "London", postcode: "SW1A 1AA" };
    for (const [field, value] of Object.entries(typed)) await page.fill(`#billing_${field}`, value);
    await page.fill("#billing_first_name", "Ayesha Khan");
    await page.fill("#billing_address_1", "10 Downing Street");
    await page.check("#terms");
    expect(await page.locator("#place_order").isDisabled()).toBe(false);
    await page.locator("#place_order").press("Enter");
    if (visit.javaScript) await page.waitForFunction(() => document.activeElement?.id === "billing_country");
    else await page.locator(".woocommerce-error", { hasText: "cannot take payment" }).waitFor();
    const said = page.getByText(/cannot take payment|No payment method/).and(page.locator(":visible"));
    await expect.poll(() => said.count()).toBe(2);
    expect(await page.locator("#billing_country_field").getByText("cannot take payment").count()).toBe(1);
    expect(await note.locator("a").getAttribute("href")).toBe("tel:+923000000000");
    await expectAccessible(page, "#billing_country_field");
    await page.selectOption("#billing_country", "AE");
    if (!visit.javaScript) await page.getByRole("button", { name: "Show the fields for this country" }).first().click();
    await expect.poll(() => note.innerText()).toBe("");
  },
);

test.each(["off", "on"])(
  "with our client %s, the protocol's scripts for countries change state and postcode of calculator and both addresses",
  async (client) => {
    const { page } = await browser.newPage({ origin: shop.origin });
    if (client === "off") await leaveClientOut(page);
    await fillCart(page, 1);
    const kindOf = (form: string) =>
      page
        .locator(`#${form}_state`)
        .evaluate((state: HTMLInputElement | HTMLSelectElement) => state.checkVisibility() && state.type);
    /** Chooses each country and returns its kind of state, its label, and whether it has a postcode. */
    const visit = async (form: string) => {
      const found: unknown[] = [];
      for (const country of ["QA", "GB", "AE", "PK"]) {
        await page.selectOption(`#${form}_country`, country);
        const postcode = page.locator(`#${form}_postcode`);
        found.push([
          country,
          await kindOf(form),
          (await label(page, `${form}_state`)).trim(),
          await postcode.isVisible(),
        ]);
      }
      return found;
    };
    const expected = [
      ["QA", false, expect.anything(), false],
      ["GB", "text", expect.stringMatching(client === "off" ? /^County \(optional\)$/ : /^County/), true],
      ["AE", "select-one", "Emirate", false],
      ["PK", "select-one", "Province", true],
    ];
    await page.goto(routes.cart(), { waitUntil: "networkidle" });
    await page.locator(".shipping-calculator-button").click();
    await page.evaluate(followCountries);
    expect(await visit("calc_shipping")).toEqual(expected);
    await page.goto(routes.checkout(), { waitUntil: "networkidle" });
    await page.locator("#ship-to-different-address-checkbox").check();
    await page.evaluate(followCountries);
    expect(await visit("billing")).toEqual(expected);
    expect(await visit("shipping")).toEqual(expected);
    await page.selectOption("#billing_country", "AE");
    await page.selectOption("#billing_state", "DU");
    const look = (id: string) =>
      page.locator(`#${id}`).evaluate((control) => {
        const { borderRadius, minHeight, appearance } = getComputedStyle(control);
        return { borderRadius, minHeight, appearance };
      });
    expect(await look("billing_state")).toEqual(await look("billing_country"));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);
