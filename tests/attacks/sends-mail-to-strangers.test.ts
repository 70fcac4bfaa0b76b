import { sql } from "drizzle-orm";
import type { Task } from "graphile-worker";
import { beforeEach, expect, test } from "vitest";
import { orderPlaced } from "#jobs/orders/order-placed.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { addProduct } from "../../src/shop/cart/cart.fixtures.ts";
import { testSignatures as signatures } from "../support/test-signatures.ts";
import { addAccount } from "./support/accounts.ts";
import { openAttackedShop } from "./support/open-shop.ts";
import { fillCart, readCheckout, sendCheckout } from "./support/order.ts";

const shop = openAttackedShop();
const db = () => shop().database.db;
let productId = 0;

beforeEach(async () => {
  shop().later(25 * 3600);
  await shop().database.pool.query("delete from mail_outbox; delete from users");
  productId = await addProduct(db());
});

/** Sends a guest's order to an email address, and runs its job. */
async function orderFor(ip: string, email: string, typed: Record<string, string> = {}) {
  const browser = shop().browserAt(ip);
  await fillCart(browser, { [productId]: 1 });
  const form = await readCheckout(browser, { billing_email: email, ...typed });
  shop().later(30);
  const answer = await sendCheckout(browser, form);
  if (answer.result === "success") {
    const job = orderPlaced({
      db: db(),
      clock: { now: shop().now },
      linkOrigin: () => "https://shop.example",
      signatures,
    });
    await job({ orderId: answer.order_id }, {} as Parameters<Task>[1]);
  }
  return answer;
}

async function mailsTo(pattern: string) {
  const { rows } = await db().execute<{ recipient: string; text: string; html: string }>(
    sql`select recipient, text, html from mail_outbox where recipient like ${pattern} order by id`,
  );
  return rows;
}

test.each([
  ["an offer as the name", { billing_first_name: "You won Rs 50,000" }],
  ["a link as the address", { billing_address_1: "https://evil.example/win" }],
  ["a bare domain as the company", { billing_company: "claim at evil.com" }],
  ["a link as the city", { billing_city: "www.evil.example" }],
])("an order with %s is refused with a clear sentence, and mails nobody", async (_, typed) => {
  const answer = await orderFor("203.0.113.1", "stranger@example.com", typed);
  expect(answer.result).toBe("failure");
  expect(answer.messages).toContain("please leave out web addresses, amounts of money and advertisements");
  expect(await mailsTo("%")).toEqual([]);
});

test("the confirmation to a guest's address does not greet with the typed name, which the shop still sees", async () => {
  const typed = { billing_first_name: "Dear customer your parcel waits" };
  expect((await orderFor("203.0.113.2", "stranger@example.com", typed)).result).toBe("success");
  const [mail] = await mailsTo("stranger@example.com");
  expect(mail?.text).toMatch(/^Thank you for your order\.\n/);
  expect(mail?.text.split("Dear customer")).toHaveLength(2);
  const [toShop] = await mailsTo("shop@example.com");
  expect(toShop?.text).toContain("Dear customer your parcel waits from Lahore");
});

test("seventy orders from one address for seventy strangers send no more mails than the hour allows, and all orders stand", async () => {
  await setSetting(db(), "stranger_mails_per_address", 20);
  const results: string[] = [];
  for (let order = 0; order < 70; order++)
    results.push((await orderFor("198.51.100.1", `stranger${order}@example.com`)).result);
  expect(new Set(results)).toEqual(new Set(["success"]));
  expect(await mailsTo("stranger%")).toHaveLength(20);
  expect(await mailsTo("shop@example.com")).toHaveLength(70);
  // Other addresses, and customers known by an account, still get theirs.
  await addAccount(shop(), "known@example.com");
  await orderFor("198.51.100.1", "known@example.com");
  await orderFor("198.51.101.1", "elsewhere@example.com");
  expect([...(await mailsTo("known%")), ...(await mailsTo("elsewhere%"))]).toHaveLength(2);
});

test("the addresses of one network together, and one address over a day, are limited too", async () => {
  await setSetting(db(), "stranger_mails_per_address", 2);
  for (let place = 1; place <= 5; place++)
    for (let order = 0; order < 2; order++) await orderFor(`192.0.2.${place}`, `near${place}${order}@example.com`);
  expect(await mailsTo("near%")).toHaveLength(4 * 2);
  for (let hour = 0; hour < 10; hour++) {
    shop().later(3600);
    for (let order = 0; order < 2; order++) await orderFor("203.0.113.9", `day${hour}${order}@example.com`);
  }
  expect(await mailsTo("day%")).toHaveLength(8 * 2);
});

test("an address above its limit does not use up the mails of its network", async () => {
  await setSetting(db(), "stranger_mails_per_address", 2);
  for (let order = 0; order < 12; order++) await orderFor("198.51.100.7", `flood${order}@example.com`);
  expect(await mailsTo("flood%")).toHaveLength(2);
  await orderFor("198.51.100.8", "neighbour@example.com");
  expect(await mailsTo("neighbour%")).toHaveLength(1);
});
