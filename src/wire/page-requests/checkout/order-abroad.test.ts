import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { removeDeliveryZone } from "#shop/delivery/change-delivery.ts";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { addTaxRate } from "#shop/taxes/tax-rates.ts";
import { lahoreForm, orderAndView, plain } from "../../wc-ajax/cart/cart-views.fixtures.ts";
import { openAccountShop } from "../account/account-shop.fixtures.ts";
import { origin } from "../whole-shop.fixtures.ts";

const inDubai = {
  ...lahoreForm,
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
  await setSetting(db, "cod_countries", ["PK", "AE"]);
  const rate = { label: "VAT", taxClass: "", perMillion: 50_000, coversCharges: false };
  await addTaxRate(db, { ...rate, country: "AE", state: "", city: "" }, noon);
});
beforeEach(() => shop.fillCart());

const place = (form: Record<string, string>) =>
  shop.browser.fill(routes.checkout(), "woocommerce_checkout_place_order", form);
const checkout = async () => (await shop.browser.get(routes.checkout())).body;
/** Returns the markup of a field's row. */
const rowOf = (page: string, field: string) => new RegExp(`id="${field}_field".*?</p>`, "s").exec(page)?.[0] ?? "";

test("an order abroad uses its zone's delivery price and its country's tax, and names the country everywhere", async () => {
  expect((await place({ ...inDubai, billing_state: "" })).headers.location).toBe(routes.checkout());
  const { order, mail, cli } = await orderAndView(shop.database, shop.browser, inDubai);
  expect(plain(order)).toContain("Dubai, Dubai");
  expect(plain(order)).toContain("United Arab Emirates +971 50 123 4567");
  expect(plain(order)).toContain("We will call +971 50 123 4567");
  expect(plain(mail)).toContain("By air");
  expect(cli).toContain("By air (2-3 business days): Rs 2,500");
  expect(cli).toContain("Rs 48 of VAT");
  expect(cli).toMatch(/Dubai, DU, United Arab Emirates, \+971 50 123 4567/);
});

test("a guest's order from abroad opens with its phone in that country's format, not in another's", async () => {
  const form = { ...inDubai, billing_email: "" };
  // The first attempt shows the buyer the price for that country.
  await place(form);
  const placed = await place(form);
  const received = String(placed.headers.location).replace(origin, "");
  shop.time += 11 * 60_000;
  const isOpenedBy = async (phone: string) => {
    const visitor = shop.newBrowser();
    await visitor.fill(received, "verify", { phone });
    return (await visitor.get(received)).body.includes("Al Wasl Road 9");
  };
  expect(await isOpenedBy("051 123 4567")).toBe(false);
  for (const phone of ["050 123 4567", "٠٥٠ ١٢٣ ٤٥٦٧", "00971 50 123 4567"]) expect(await isOpenedBy(phone)).toBe(true);
});

test("cash on delivery is offered only in the configured countries and refused elsewhere", async () => {
  const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
  await setSetting(shop.database.db, "bank_accounts", [account]);
  onTestFinished(() => resetSetting(shop.database.db, "bank_accounts"));
  const offered = (page: string) => [...page.matchAll(/id="payment_method_(\w+)"/g)].map(([, id]) => id);
  const inKuwait = { ...inDubai, billing_country: "KW", billing_state: "", payment_method: "cod" };
  expect(offered(await checkout())).toEqual(["cod", "bacs"]);
  expect((await place(inKuwait)).headers.location).toBe(routes.checkout());
  const page = await checkout();
  expect(page).toContain("Please choose a payment method");
  expect(offered(page)).toEqual(["bacs"]);
  const nonce = /"update_order_review_nonce":"(\w+)"/.exec(page)?.[1] ?? "";
  const reviewOf = async (country: string) => {
    const fields = { security: nonce, country, payment_method: "cod" };
    const { fragments } = (await shop.browser.post("/?wc-ajax=update_order_review", fields)).json();
    return offered(fragments[".woocommerce-checkout-payment"]);
  };
  expect(await reviewOf("AE")).toEqual(["cod", "bacs"]);
  expect(await reviewOf("KW")).toEqual(["bacs"]);
  expect((await place({ ...inKuwait, payment_method: "bacs" })).headers.location).toContain("/order-received/");
});

const sentence = (country: string) => `We cannot take payment for orders to ${country} yet. Please contact us.`;
const shown = (page: string) => plain(page.replace(/<template.*?<\/template>/gs, ""));

test("without a payment method for a country, page and refusal say so and name the country, also for pickup", async () => {
  const { db } = shop.database;
  await giveZone(db, "Qatar", "QA", [{ kind: "local_pickup", title: "Fetch it in Doha", price: 0 }]);
  onTestFinished(() => removeDeliveryZone(db, "Qatar"));
  const abroad = { billing_state: "", payment_method: "cod" };
  for (const [billing_country, name] of [
    ["KW", "Kuwait"],
    ["QA", "Qatar"],
  ] as const) {
    const answer = await place({ ...inDubai, ...abroad, billing_country });
    expect(answer.headers.location).toBe(routes.checkout());
    const page = await checkout();
    expect(shown(page).split(sentence(name))).toHaveLength(3);
    expect(page).not.toContain("Please choose a payment method");
    expect(shown(await checkout()).split(sentence(name))).toHaveLength(2);
  }
});

test("where payment is impossible the button names no total, and one press says all that is wrong", async () => {
  const form = { ...inDubai, billing_country: "KW", billing_state: "", billing_city: "", payment_method: "cod" };
  await place(form);
  const page = await checkout();
  const link = `<a href="#billing_country">${sentence("Kuwait")}</a>`;
  expect(page).toContain(link);
  expect(page).toContain('<a href="#billing_city"');
  expect(page).toMatch(/id="place_order"[^>]*><span class="label">Place order</);
  const nonce = /name="woocommerce-process-checkout-nonce" value="(\w+)"/.exec(page)?.[1] ?? "";
  const sent = { ...form, "woocommerce-process-checkout-nonce": nonce };
  const { messages } = (await shop.browser.post("/?wc-ajax=checkout", sent)).json();
  expect(messages).toContain('data-id="billing_city"');
  expect(messages).toMatch(new RegExp(`data-id="billing_country"[^]*${sentence("Kuwait")}`));
});

test("a cart of downloads, which asks for no country, says at the payment that it cannot be paid", async () => {
  const { db } = shop.database;
  await setSetting(db, "cod_countries", ["AE"]);
  onTestFinished(() => setSetting(db, "cod_countries", ["PK", "AE"]));
  const visitor = shop.newBrowser();
  await visitor.get(`/?add-to-cart=${await addProduct(db, { isVirtual: true, isDownloadable: true })}`);
  const page = (await visitor.get(routes.checkout())).body;
  expect(page).not.toContain("billing_country");
  expect(shown(page).split(sentence("Pakistan"))).toHaveLength(2);
});

test("parameters for scripts that follow the country are only on the pages that ask for one", async () => {
  await shop.addSignedInUser();
  await shop.fillCart();
  const namesOn = async (path: string) =>
    (await shop.browser.get(path)).body.match(/wc_(?:country_select|address_i18n)_params/g);
  const both = ["wc_country_select_params", "wc_address_i18n_params"];
  for (const path of [routes.cart(), routes.checkout(), routes.editAddress("billing")])
    expect([path, await namesOn(path)]).toEqual([path, both]);
  for (const path of [routes.home(), routes.account(), routes.addresses()])
    expect([path, await namesOn(path)]).toEqual([path, null]);
});

test("the form lists the delivery countries, the store's first, and validates by the chosen country's rules", async () => {
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

test("without scripts a button shows the chosen country's fields with all typed values and no errors", async () => {
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

test("the shipping calculator asks for the country and shows that country's fields", async () => {
  await shop.browser.fill(routes.cart(), "calc_shipping", { calc_shipping_country: "AE", calc_shipping_city: "Dubai" });
  const whole = (await shop.browser.get(routes.cart())).body;
  const page = whole.replaceAll(/<template.*?<\/template>/gs, "");
  expect(rowOf(page, "calc_shipping_state")).toContain("Ajman");
  expect(page).toContain("shipping-calculator-form fold is-open");
  expect(plain(/<noscript>.*?<\/noscript>/s.exec(page)?.[0] ?? "")).toContain("Show the fields for this country");
  expect(plain(page)).toContain("Dubai, United Arab Emirates");
  expect(rowOf(page, "calc_shipping_postcode")).toMatch(/^id="calc_shipping_postcode_field" hidden=""/);
  expect(plain(page)).toContain("2,500");
});

test("account addresses follow the same rules, show their country and can switch the form's country", async () => {
  await shop.addSignedInUser();
  const url = routes.editAddress("billing");
  const send = (form: Record<string, string>) => shop.browser.fill(url, "save_address", form);
  expect(rowOf((await send({ ...inDubai, chowk_country: "1" })).body, "billing_state")).toContain("Ajman");
  expect(rowOf((await send({ ...inDubai, billing_state: "" })).body, "billing_state")).toContain("Choose an emirate.");
  expect((await send(inDubai)).headers.location).toBe(routes.addresses());
  expect(plain((await shop.browser.get(routes.addresses())).body)).toContain("Dubai, Dubai United Arab Emirates");
  expect(rowOf(await checkout(), "billing_country")).toMatch(/value="AE" selected/);
  await shop.database.pool.query(`update user_addresses set address = address || '{"state": "ras al-khaimah"}'`);
  for (const page of [await checkout(), (await shop.browser.get(url)).body])
    expect(rowOf(page, "billing_state")).toMatch(/value="RK" selected/);
});
