import { beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { noon } from "#shop/cart/cart.fixtures.ts";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { addTaxRate } from "#shop/taxes/tax-rates.ts";
import { ayeshasForm, plain, seenEverywhere } from "../wc-ajax/seen-everywhere.fixtures.ts";
import { openAccountShop } from "./account-shop.fixtures.ts";

const inDubai = {
  ...ayeshasForm,
  billing_country: "AE",
  billing_address_1: "Al Wasl Road 9",
  billing_city: "Dubai",
  billing_state: "DU",
  billing_phone: "+971 50 123 4567",
};

const shop = openAccountShop();
beforeAll(async () => {
  const { db } = shop.database;
  await giveZone(db, "Pakistan", "PK", [{ price: 200 }]);
  await giveZone(db, "The Emirates", "AE", [{ title: "By air", price: 2500 }]);
  await giveZone(db, "Kuwait", "KW", [{ price: 3000 }]);
  const rate = { label: "VAT", taxClass: "", perMillion: 50_000, coversCharges: false };
  await addTaxRate(db, { ...rate, country: "AE", state: "", city: "" }, noon);
});
beforeEach(() => shop.fillCart());

const place = (form: Record<string, string>) =>
  shop.browser.fill(routes.checkout(), "woocommerce_checkout_place_order", form);
const checkout = async () => (await shop.browser.get(routes.checkout())).body;
/** The row of a field with what stands in it. */
const rowOf = (page: string, field: string) => new RegExp(`id="${field}_field".*?</p>`, "s").exec(page)?.[0] ?? "";

test("an order to another country costs what its zone says and its country's tax, and names the country everywhere", async () => {
  expect((await place({ ...inDubai, billing_state: "" })).headers.location).toBe(routes.checkout());
  const { order, mail, told } = await seenEverywhere(shop.database, shop.browser, inDubai);
  expect(plain(order)).toContain("Dubai, Dubai");
  expect(plain(order)).toContain("United Arab Emirates");
  expect(plain(mail)).toContain("By air");
  expect(told).toContain("By air (2-3 business days): Rs 2,500");
  expect(told).toContain("Rs 48 of VAT");
  expect(told).toMatch(/Dubai, DU, United Arab Emirates, \+971501234567/);
});

test("the form offers the countries that are delivered to, the store's first, and is judged by the chosen one's rules", async () => {
  const options = [...rowOf(await checkout(), "billing_country").matchAll(/<option value="(\w+)"/g)];
  expect(options.map(([, code]) => code)).toEqual(["PK", "KW", "AE"]);
  await place({ ...inDubai, billing_state: "PB", billing_phone: "0300 1234567", billing_postcode: "x" });
  const refused = await checkout();
  expect(rowOf(refused, "billing_state")).toContain("Choose an emirate from the list.");
  expect(rowOf(refused, "billing_phone")).toContain("+971 50 123 4567");
  expect(rowOf(refused, "billing_postcode")).toContain("hidden");
  await place({ ...inDubai, billing_country: "US" });
  expect(rowOf(await checkout(), "billing_country")).toContain("We do not deliver to this country yet.");
});

test("without scripts a button shows the fields of the chosen country, with all that was typed and nothing refused", async () => {
  const shown = await place({ ...inDubai, billing_country: "KW", billing_postcode: "13001", chowk_country: "1" });
  expect(shown.headers.location).toBe(routes.checkout());
  const page = await checkout();
  expect(rowOf(page, "billing_country")).toMatch(/value="KW" selected/);
  expect(rowOf(page, "billing_state")).toContain("hidden");
  expect(rowOf(page, "billing_address_1")).toContain("Al Wasl Road 9");
  expect(rowOf(page, "billing_postcode")).toContain("13001");
  expect(page).not.toContain("aria-invalid");
  expect(plain(page)).toContain("3,000");
});

test("the cart page's estimate asks for the country too, and has the fields of the one that was told", async () => {
  await shop.browser.fill(routes.cart(), "calc_shipping", { calc_shipping_country: "AE", calc_shipping_city: "Dubai" });
  const whole = (await shop.browser.get(routes.cart())).body;
  const page = whole.replaceAll(/<template.*?<\/template>/gs, "");
  expect(rowOf(page, "calc_shipping_state")).toContain("Ajman");
  expect(page).toContain("<details open");
  expect(plain(/<noscript>.*?<\/noscript>/s.exec(page)?.[0] ?? "")).toContain("Show the fields of this country");
  expect(plain(page)).toContain("Dubai, United Arab Emirates");
  expect(page).not.toContain("calc_shipping_postcode");
  expect(plain(page)).toContain("2,500");
});

test("an account keeps addresses by the same rules, shows their country, and the button there redraws its form", async () => {
  await shop.signedIn();
  const url = routes.editAddress("billing");
  const send = (form: Record<string, string>) => shop.browser.fill(url, "save_address", form);
  expect(rowOf((await send({ ...inDubai, chowk_country: "1" })).body, "billing_state")).toContain("Ajman");
  expect(rowOf((await send({ ...inDubai, billing_state: "" })).body, "billing_state")).toContain("Choose an emirate.");
  expect((await send(inDubai)).headers.location).toBe(routes.addresses());
  expect(plain((await shop.browser.get(routes.addresses())).body)).toContain("Dubai, Dubai United Arab Emirates");
  expect(rowOf(await checkout(), "billing_country")).toMatch(/value="AE" selected/);
});
