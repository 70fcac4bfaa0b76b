import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { giveCoupon } from "#shop/coupons/coupon.fixtures.ts";
import { disableCoupon } from "#shop/coupons/coupons.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser, type SmallShop } from "../entrance.fixtures.ts";

let db: Database;
let shop: SmallShop;
let browser: SmallBrowser;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  shop = await openSmallShop(db);
});
beforeEach(async () => {
  browser = new SmallBrowser(shop.app);
  await browser.post("/?wc-ajax=add_to_cart", { product_id: await addProduct(db, { regularPrice: 2000 }) });
});

const call = (name: "apply_coupon" | "remove_coupon", fields: Record<string, string>) =>
  browser.post(`/?wc-ajax=${name}`, {
    security: shop.entrance.nonces.create(name.replace("_", "-")),
    ...fields,
  });

const totals = async () => (await browser.get("/?wc-ajax=get_cart_totals")).body;

/** A checkout form. */
const orderFields = (phone = "03001234567") => ({
  "woocommerce-process-checkout-nonce": shop.entrance.nonces.create("woocommerce-process_checkout"),
  payment_method: "cod",
  billing_first_name: "Ayesha",
  billing_phone: phone,
  billing_country: "PK",
  billing_address_1: "House 14",
  billing_city: "Lahore",
  billing_state: "PB",
});

const noticesOn = async () => (await browser.get("/cart/")).json().notices;

test("a valid coupon gives a success notice, a row with a remove link in the totals and a new cart hash", async () => {
  const code = await giveCoupon(db);
  const before = browser.cookies.get("woocommerce_cart_hash");
  const answer = await call("apply_coupon", { coupon_code: code.toLowerCase() });
  expect(answer.headers["content-type"]).toBe("text/html; charset=UTF-8");
  expect(answer.body).toMatch(/^<div class="woocommerce-message/);
  expect(answer.body).not.toMatch(/woocommerce-error|is-error/);
  expect(browser.cookies.get("woocommerce_cart_hash")).not.toBe(before);
  expect(await totals()).toMatch(new RegExp(`Coupon ${code}.*data-coupon="${code}".*−Rs\u00a0200.*1,800`));
  const fragments = (await browser.get("/?wc-ajax=get_refreshed_fragments")).json().fragments;
  expect(fragments["div.widget_shopping_cart_content"]).toContain(`Coupon ${code}`);
});

test("carts with equal coupons and totals are rendered with their own discounts", async () => {
  const codes = [await giveCoupon(db, { kind: "fixed_cart", amount: 100 })];
  codes.push(await giveCoupon(db, { kind: "fixed_cart", amount: 200 }));
  for (const code of codes) await call("apply_coupon", { coupon_code: code });
  const drawn = async () => {
    const { fragments } = (await browser.get("/?wc-ajax=get_refreshed_fragments")).json();
    return fragments["div.widget_shopping_cart_content"];
  };
  // The same cached product reads, so that only the coupons differ.
  shop.cartFreshness.markReadable();
  await drawn();
  expect(await drawn()).toMatch(new RegExp(`${codes[0]}.*−Rs\u00a0100<.*${codes[1]}.*−Rs\u00a0200<`));
  await db.execute("update coupons set amount = 300 - amount where kind = 'fixed_cart'");
  expect(await drawn()).toMatch(new RegExp(`${codes[0]}.*−Rs\u00a0200<.*${codes[1]}.*−Rs\u00a0100<`));
  shop.cartFreshness.markUnreadable(0);
});

test("the notice of an individual-use coupon names the coupons that it replaced", async () => {
  const [one, other] = [await giveCoupon(db), await giveCoupon(db)];
  for (const code of [one, other]) await call("apply_coupon", { coupon_code: code });
  const answer = await call("apply_coupon", { coupon_code: await giveCoupon(db, { isIndividual: true }) });
  expect(answer.body).toMatch(
    new RegExp(`^<div class="woocommerce-message.*so these were removed: “${one}”, “${other}”`),
  );
});

test("the general door applies and removes coupons with the same messages", async () => {
  const code = await giveCoupon(db);
  const post = (name: "apply_coupon" | "remove_coupon", fields: Record<string, string>) =>
    browser.post(`/wp-admin/admin-ajax.php?action=woocommerce_${name}`, {
      security: shop.entrance.nonces.create(name.replace("_", "-")),
      ...fields,
    });
  expect((await post("apply_coupon", { coupon_code: "NO-SUCH" })).body).toMatch(/^<ul class="woocommerce-error/);
  expect((await post("apply_coupon", { coupon_code: code })).body).toMatch(/^<div class="woocommerce-message/);
  expect(await totals()).toContain(code);
  expect((await post("remove_coupon", { coupon: code })).body).toMatch(/^<div class="woocommerce-message/);
  expect(await totals()).not.toContain(code);
});

test("an invalid coupon gives an error list with the reason", async () => {
  const code = await giveCoupon(db, { minimumSpend: 2500 });
  const answer = await call("apply_coupon", { coupon_code: code });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toMatch(/^<ul class="woocommerce-error.*requires an order of at least Rs\u00a02,500/);
  const foreign = await giveCoupon(db, { allowedEmails: ["a@example.com"] });
  const wrong = await call("apply_coupon", { coupon_code: foreign, billing_email: "b@example.com" });
  expect(wrong.body).toContain("not valid for this email address");
});

test("a coupon without any discount gives an error list at both doors", async () => {
  const foreign = await giveCoupon(db, { productIds: [1] });
  expect((await call("apply_coupon", { coupon_code: foreign })).body).toMatch(
    /^<ul class="woocommerce-error.*does not apply to the products in your cart/,
  );
  await call("apply_coupon", { coupon_code: await giveCoupon(db, { amount: 10_000 }) });
  const idle = await giveCoupon(db, { kind: "fixed_cart", amount: 50 });
  const security = shop.entrance.nonces.create("apply-coupon");
  for (const door of ["/?wc-ajax=apply_coupon", "/wp-admin/admin-ajax.php?action=woocommerce_apply_coupon"]) {
    const answer = await browser.post(door, { security, coupon_code: idle });
    expect(answer.body).toMatch(/^<ul class="woocommerce-error.*would not reduce your total/);
  }
  expect(await totals()).not.toContain(idle);
});

test("a coupon can be removed; a missing code gives an error list", async () => {
  const code = await giveCoupon(db);
  await call("apply_coupon", { coupon_code: code });
  expect((await call("remove_coupon", { coupon: code })).body).toMatch(/^<div class="woocommerce-message.*removed/);
  expect(await totals()).not.toContain(code);
  expect((await call("remove_coupon", {})).body).toMatch(/^<ul class="woocommerce-error/);
  const notThere = /^<div class="woocommerce-info.*not in your cart/;
  expect((await call("remove_coupon", { coupon: code })).body).toMatch(notThere);
  browser = new SmallBrowser(shop.app);
  expect((await call("remove_coupon", { coupon: code })).body).toMatch(notThere);
  expect((await call("remove_coupon", {})).body).toMatch(/^<ul class="woocommerce-error/);
});

test("without scripts the cart form applies a coupon after the quantities, and a link removes it", async () => {
  const code = await giveCoupon(db, { minimumSpend: 4000 });
  const key = /cart_item_key="([0-9a-f]{32})"/.exec(
    (await browser.get("/?wc-ajax=get_refreshed_fragments")).json().fragments["div.widget_shopping_cart_content"],
  )?.[1];
  const nonce = shop.entrance.nonces.create("woocommerce-cart");
  const form = { [`cart[${key}][qty]`]: 2, "woocommerce-cart-nonce": nonce, coupon_code: code, apply_coupon: "Apply" };
  const sent = await browser.post("/cart/", form);
  expect([sent.statusCode, sent.headers.location]).toEqual([302, "/cart/"]);
  expect(await noticesOn()).toMatchObject([
    { messageKey: "notices.cartUpdated" },
    { kind: "success", messageKey: "notices.couponApplied", values: { code } },
  ]);
  expect(await totals()).toContain("3,600");
  const headers = { referer: "https://shop.example/checkout/" };
  const gone = await browser.get(`/cart/?remove_coupon=${encodeURIComponent(code)}`, headers);
  expect(gone.headers.location).toBe("/checkout/");
  expect(await noticesOn()).toMatchObject([{ messageKey: "notices.couponRemoved" }]);
  expect(await totals()).toContain("4,000");
});

test("the cart form applies a typed code only with the coupon button", async () => {
  const code = await giveCoupon(db);
  const nonce = shop.entrance.nonces.create("woocommerce-cart");
  const form = { "woocommerce-cart-nonce": nonce, coupon_code: code };
  await browser.post("/cart/", { ...form, update_cart: "1" });
  await browser.post("/cart/", { ...form, proceed: "1" });
  expect(await totals()).not.toContain(code);
  await browser.post("/cart/", { ...form, apply_coupon: "1" });
  expect(await totals()).toContain(code);
});

test("images and forms on other sites neither remove nor apply a coupon", async () => {
  const code = await giveCoupon(db);
  await call("apply_coupon", { coupon_code: code });
  const picture = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  expect((await browser.get(`/cart/?remove_coupon=${code}`, picture)).statusCode).toBe(403);
  const form = { apply_coupon: "Apply", coupon_code: await giveCoupon(db, { code: "FOREIGN" }) };
  expect((await browser.post("/cart/", form, { origin: "https://evil.example" })).statusCode).toBe(403);
  expect(await totals()).toContain(code);
  expect(await totals()).not.toContain("FOREIGN");
});

test("an order stopped by a coupon names coupon and reason, and the next review does not repeat it", async () => {
  const code = await giveCoupon(db, { usageLimit: 1 });
  const other = new SmallBrowser(shop.app);
  await other.post("/?wc-ajax=add_to_cart", { product_id: await addProduct(db) });
  await call("apply_coupon", { coupon_code: code });
  const security = shop.entrance.nonces.create("apply-coupon");
  await other.post("/?wc-ajax=apply_coupon", { security, coupon_code: code });
  const order = orderFields();
  expect((await other.post("/?wc-ajax=checkout", order)).json()).toMatchObject({ result: "success" });
  expect((await browser.post("/?wc-ajax=checkout", order)).json()).toMatchObject({
    result: "failure",
    messages: expect.stringContaining("has reached its usage limit"),
    refresh: true,
  });
  const review = await browser.post("/?wc-ajax=update_order_review", {
    security: shop.entrance.nonces.create("update-order-review"),
  });
  expect(review.json()).toMatchObject({ result: "success", messages: "" });
  expect(await totals()).not.toContain(code);
});

/** Requests the order review, as the checkout does while the customer types. */
const review = (typed: Record<string, string>) =>
  browser.post("/?wc-ajax=update_order_review", {
    security: shop.entrance.nonces.create("update-order-review"),
    post_data: new URLSearchParams(typed).toString(),
  });

test("a coupon restricted to another email is removed with a reason while typing; an incomplete email is ignored", async () => {
  const [own, foreign] = [await giveCoupon(db), await giveCoupon(db, { allowedEmails: ["a@example.com"] })];
  for (const code of [own, foreign]) await call("apply_coupon", { coupon_code: code });
  for (const email of ["", "b", "b@exam", "A@example.com"])
    expect((await review({ billing_email: email })).json()).toMatchObject({ result: "success", messages: "" });
  const reviewed = (await review({ billing_email: "b@example.com" })).json();
  expect(reviewed).toMatchObject({
    result: "failure",
    messages: expect.stringContaining("not valid for this email address"),
  });
  expect(reviewed.messages).toContain(foreign);
  const table = reviewed.fragments[".woocommerce-checkout-review-order-table"];
  expect(table).toContain(own);
  expect(table).not.toContain(foreign);
  expect((await review({ billing_email: "b@example.com" })).json()).toMatchObject({ result: "success", messages: "" });
});

test("a coupon already used by the same phone number is removed while typing", async () => {
  const code = await giveCoupon(db, { usageLimitPerShopper: 1 });
  await call("apply_coupon", { coupon_code: code });
  const order = orderFields("0311 7654321");
  expect((await browser.post("/?wc-ajax=checkout", order)).json()).toMatchObject({ result: "success" });
  browser = new SmallBrowser(shop.app);
  await browser.post("/?wc-ajax=add_to_cart", { product_id: await addProduct(db) });
  await call("apply_coupon", { coupon_code: code });
  expect((await review({ billing_phone: "0300 1111111" })).json()).toMatchObject({ result: "success" });
  expect((await review({ billing_phone: "+92 311 7654321" })).json()).toMatchObject({
    result: "failure",
    messages: expect.stringContaining(code),
  });
  expect(await totals()).not.toContain(code);
});

test("the cart data for scripts includes the coupons", async () => {
  const code = await giveCoupon(db, { kind: "fixed_cart", amount: 300 });
  await call("apply_coupon", { coupon_code: code });
  const { fragments } = (await review({})).json();
  for (const html of [await totals(), fragments[".woocommerce-checkout-review-order-table"]]) {
    const data = JSON.parse(/id="store-cart-data"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? "null");
    expect(data).toMatchObject({
      totals: { currency_code: "PKR", currency_minor_unit: 0, total_price: 1700 },
      coupons: [{ code }],
      items: [
        {
          quantity: 1,
          prices: { price: 2000, currency_minor_unit: 0 },
          totals: { line_subtotal: 2000, line_total: 1700 },
          price_after_coupon_discount: 1700,
          categories: [],
        },
      ],
    });
  }
});

test("a coupon disabled during the checkout is reported once as no longer valid, with the new total", async () => {
  const code = await giveCoupon(db);
  await call("apply_coupon", { coupon_code: code });
  await disableCoupon(db, code, new Date());
  const order = orderFields();
  const { messages } = (await browser.post("/?wc-ajax=checkout", order)).json();
  expect(messages).toContain(
    `“${code}” is no longer valid. It was removed from your cart. The total is now Rs\u00a02,000.`,
  );
  expect(await noticesOn()).toEqual([]);
});

test("a coupon below its minimum spend is reported as removed, with the new total", async () => {
  const code = await giveCoupon(db, { minimumSpend: 2000 });
  await call("apply_coupon", { coupon_code: code });
  await db.execute(`update coupons set minimum_spend = 3000 where code = '${code}'`);
  await totals();
  expect(await noticesOn()).toMatchObject([
    { messageKey: "notices.refused.coupon_minimum", values: { code, totalWithout: "Rs\u00a02,000" } },
  ]);
});
