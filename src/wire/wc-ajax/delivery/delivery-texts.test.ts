import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { giveCoupon } from "#shop/coupons/coupon.fixtures.ts";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser, type SmallShop } from "../entrance.fixtures.ts";

let db: Database;
let shop: SmallShop;
let productId: number;
let browser: SmallBrowser;
let stopListening: () => void;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  shop = await openSmallShop(db);
  stopListening = onLocalChange((tags) => shop.freshness.apply(tags));
  productId = await addProduct(db);
});
afterAll(async () => {
  stopListening();
  await shop.app.close();
});
beforeEach(async () => {
  await db.execute(sql`delete from delivery_zones`);
  await setSetting(db, "cod_fee", 0);
  browser = await shopper();
});

/** Returns a browser with the product at 1,000 in its cart. */
async function shopper(): Promise<SmallBrowser> {
  const one = new SmallBrowser(shop.app);
  await one.post("/?wc-ajax=add_to_cart", { product_id: productId });
  return one;
}

const text = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const drawerOf = async (one = browser): Promise<string> =>
  (await one.get("/?wc-ajax=get_refreshed_fragments")).json().fragments["div.widget_shopping_cart_content"];
const totals = async () => (await browser.get("/?wc-ajax=get_cart_totals")).body;
const review = async (fields: Record<string, string> = {}, one = browser) => {
  const security = shop.entrance.nonces.create("update-order-review");
  const { fragments } = (await one.post("/?wc-ajax=update_order_review", { security, ...fields })).json();
  return {
    table: fragments[".woocommerce-checkout-review-order-table"] as string,
    payment: fragments[".woocommerce-checkout-payment"] as string,
  };
};
const button = (payment: string) => text(/<button[^>]*id="place_order".*?<\/button>/s.exec(payment)?.[0] ?? "").trim();

test("until the destination is known, totals mention delivery costs and the button shows no total", async () => {
  await giveZone(db, "Punjab", "PK:PB", [{ price: 200 }]);
  await giveZone(db, "Sindh", "PK:SD", [{ price: 300 }]);
  const before = await review();
  for (const html of [await drawerOf(), await totals(), before.table])
    expect(text(html)).toMatch(/Total Rs 1,000 plus delivery/);
  expect(button(before.payment)).toBe("Place order");
  expect(text(before.payment)).not.toContain("Rs");
  const after = await review({ country: "PK", state: "PB", city: "Lahore" });
  for (const html of [await drawerOf(), await totals(), after.table]) {
    expect(text(html)).toMatch(/Total Rs 1,200 /);
    expect(text(html)).not.toMatch(/plus delivery|may cost more/);
  }
  expect(button(after.payment)).toBe("Place order for Rs 1,200");
});

test("two carts with equal totals are rendered differently if only one has a destination", async () => {
  await giveZone(db, "Pakistan", "PK", [{ price: 0 }]);
  await giveZone(db, "Karachi", "PK:SD:Karachi", [{ price: 300 }]);
  const other = await shopper();
  await review({ country: "PK", state: "PB", city: "Lahore" }, other);
  // Cached product reads are shared by carts with the same content.
  shop.cartFreshness.markReadable();
  const withoutDestination = await drawerOf();
  const withDestination = await drawerOf(other);
  shop.cartFreshness.markUnreadable(0);
  expect(text(withoutDestination)).toMatch(/Total Rs 1,000 delivery may cost more in your area/);
  expect(text(withDestination)).toMatch(/Total Rs 1,000 View cart/);
});

test("reached free delivery is shown only if the destination is known or all zones agree", async () => {
  await giveZone(db, "Pakistan", "PK", [{ price: 200, freeFrom: 900 }]);
  expect(text(await totals())).toContain("Your delivery is free");
  await giveZone(db, "Karachi", "PK:SD:Karachi", [{ price: 300 }]);
  for (const html of [await drawerOf(), await totals()]) {
    expect(text(html)).toContain("Your order qualifies for free delivery where available");
    expect(text(html)).not.toContain("Your delivery is free");
  }
  const { table } = await review({ country: "PK", state: "PB", city: "Lahore" });
  expect(text(table)).not.toContain("may cost more");
  for (const html of [await drawerOf(), await totals()]) expect(text(html)).toContain("Your delivery is free");
});

test("the line You pay nothing now is shown with cash on delivery only", async () => {
  await setSetting(db, "bank_accounts", [{ holder: "Deodar", bank: "", number: "1", iban: "", code: "" }]);
  onTestFinished(() => resetSetting(db, "bank_accounts"));
  const { payment } = await review({ country: "PK", state: "PB", city: "Lahore" });
  const [cash = "", transfer = ""] = payment.split("wc_payment_method payment_method_bacs");
  expect(text(cash)).toContain("You pay nothing now.");
  expect(text(transfer)).not.toContain("You pay nothing now.");
  expect(text(transfer)).toContain("Place order");
});

test("a cart mentions cash on arrival only if its payment method collects cash", async () => {
  const arrivals = async () =>
    [await drawerOf(), await totals()].map((html) => /Pay in cash when it arrives|Arrives in/.exec(text(html))?.[0]);
  const cash = "Pay in cash when it arrives";
  const plain = "Arrives in";
  await setSetting(db, "bank_accounts", [{ holder: "Deodar", bank: "", number: "1", iban: "", code: "" }]);
  onTestFinished(() => resetSetting(db, "bank_accounts"));
  onTestFinished(() => resetSetting(db, "payment_methods"));
  expect(await arrivals()).toEqual([cash, cash]);
  await review({ country: "PK", payment_method: "bacs" });
  expect(await arrivals()).toEqual([plain, plain]);
  await review({ country: "PK", payment_method: "cod" });
  expect(await arrivals()).toEqual([cash, cash]);
  await setSetting(db, "payment_methods", ["bacs"]);
  expect(await arrivals()).toEqual([plain, plain]);
});

test.each([
  [0, false],
  [60, true],
])(
  "with free delivery everywhere and a cash fee of %i the drawer mentions further costs: %s",
  async (fee, mentionsCosts) => {
    await giveZone(db, "Punjab", "PK:PB", [{ price: 0 }]);
    await setSetting(db, "cod_fee", fee);
    expect((await drawerOf()).includes("plus delivery")).toBe(mentionsCosts);
  },
);

test("the cash-on-delivery fee is shown at its option for every delivery method but pickup", async () => {
  const [courier = "", pickup = ""] = await giveZone(db, "Pakistan", "PK", [
    { price: 200 },
    { kind: "local_pickup", title: "Our store", price: 0 },
  ]);
  await setSetting(db, "cod_fee", 60);
  const cash = async (methodId: string) => {
    const { payment } = await review({ country: "PK", city: "Lahore", "shipping_method[0]": methodId });
    return text(/<label[^>]*for="payment_method_cod".*?<\/label>/s.exec(payment)?.[0] ?? "").trim();
  };
  expect([await cash(courier), await cash(pickup)]).toEqual(["Cash on delivery (Rs 60 extra)", "Cash on delivery"]);
});

test("a pickup cart shows no delivery time, free delivery or destination, and a final total", async () => {
  const [, pickup = ""] = await giveZone(db, "Pakistan", "PK", [
    { price: 200, freeFrom: 5000 },
    { kind: "local_pickup", title: "Our store", price: 0 },
  ]);
  await giveZone(db, "Karachi", "PK:SD:Karachi", [{ price: 300 }]);
  expect(text(await drawerOf())).toMatch(/more for free delivery.*2-3 business days/);
  const { table, payment } = await review({ country: "PK", city: "Lahore", "shipping_method[0]": pickup });
  const drawer = await drawerOf();
  expect(text(drawer)).toMatch(/Pickup Our store Free/);
  expect(text(drawer)).not.toMatch(/business days|[Dd]elivery|arrives/);
  for (const html of [await totals(), table]) {
    expect(text(html)).toMatch(/Pickup Our store Free/);
    expect(html).not.toMatch(/free-delivery|shipping-destination|total-open|arrives/);
  }
  expect(button(payment)).toBe("Place order for Rs 1,000");
});

test("a free order asks for no payment and can be placed", async () => {
  await giveZone(db, "Pakistan", "PK", [{ price: 0 }]);
  const code = await giveCoupon(db, { kind: "fixed_cart", amount: 1000 });
  await browser.post("/?wc-ajax=apply_coupon", {
    security: shop.entrance.nonces.create("apply-coupon"),
    coupon_code: code,
  });
  const { payment } = await review({ country: "PK", state: "PB", city: "Lahore" });
  expect(text(payment)).toContain("Nothing to pay");
  expect(payment).not.toMatch(/\bRs\b|cash|radio/i);
  expect(button(payment)).toBe("Place order");
  const hidden = Object.fromEntries(
    [...payment.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  expect((await order(hidden)).result).toBe("success");
});

test("without delivery to the destination the button's text says so and the order is refused at the field", async () => {
  await giveZone(db, "Punjab", "PK:PB", [{ price: 200 }]);
  await giveZone(db, "The north", "PK:GB", []);
  const { payment } = await review({ country: "PK", state: "GB", city: "Gilgit" });
  expect(text(payment)).toMatch(/We do not deliver there yet\. Please choose another location\. +Place order /);
  expect(payment).toMatch(/<p[^>]* id="order-nowhere">/);
  expect(payment).toMatch(/<button[^>]*aria-describedby="order-nowhere"/);
  expect(text(payment)).not.toContain("Rs");
  const { result, messages } = await order({ billing_state: "GB", billing_city: "Gilgit", payment_method: "cod" });
  expect(result).toBe("failure");
  expect(messages).toContain('data-id="billing_city"');
});

async function order(given: Record<string, string>) {
  const answer = await browser.post("/?wc-ajax=checkout", {
    "woocommerce-process-checkout-nonce": shop.entrance.nonces.create("woocommerce-process_checkout"),
    billing_first_name: "Ayesha",
    billing_phone: "0300 1234567",
    billing_country: "PK",
    billing_address_1: "House 14",
    billing_city: "Lahore",
    billing_state: "PB",
    ...given,
  });
  return answer.json();
}
