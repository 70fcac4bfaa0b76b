import { beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { deleteEndedWelcomeCoupons } from "#shop/marketing/welcome-coupons.ts";
import { importSubscribers } from "#shop/newsletter/subscriptions.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openAccountShop } from "#wire/page-requests/account/account-shop.fixtures.ts";
import { stopLink, subscribe, writtenMails } from "./marketing.fixtures.ts";

const shop = openAccountShop();
const email = "reader@example.com";

beforeEach(async () => {
  const { pool, db } = shop.database;
  await pool.query("truncate newsletter_subscribers, newsletter_recipients, marketing_recipients, marketing_mails");
  await pool.query("delete from mail_outbox; delete from coupons");
  await setSetting(db, "welcome_coupon", "yes");
});

const codeIn = (text = "") => /WELCOME-[A-Z\d]{10}/.exec(text)?.[0] ?? "";

/** Orders with a coupon. @returns the number of the order; NaN if the shop refused it */
async function orderWith(code: string, billing_email: string): Promise<number> {
  shop.browser = shop.newBrowser();
  await shop.fillCart();
  await shop.browser.fill(routes.cart(), "apply_coupon", { coupon_code: code });
  const { id } = await shop.order({ billing_email });
  return id;
}

async function discountOf(orderId: number): Promise<number> {
  const { rows } = await shop.database.pool.query("select discount_total::int from orders where id = $1", [orderId]);
  return rows[0].discount_total;
}

test("a confirmed sign-up gets one coupon, which takes the set percentage off one order with that address", async () => {
  await setSetting(shop.database.db, "welcome_coupon_percent", 15);
  await subscribe(shop, email);
  const [mail, ...others] = await writtenMails(shop);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: email, subject: "15% off your next order at My shop" });
  expect(mail?.text).toContain("valid until 21 December 2026");
  const code = codeIn(mail?.text);
  expect(mail?.html).toContain(code);
  const stranger = await orderWith(code, "stranger@example.com");
  expect(stranger).toBeNaN();
  const own = await orderWith(code, "Reader@Example.com");
  expect(await discountOf(own)).toBe(300);
  expect(await discountOf(await orderWith(code, email))).toBe(0);
});

test("an address gets one coupon in its life, however often it leaves and subscribes again", async () => {
  await subscribe(shop, email);
  const [mail] = await writtenMails(shop);
  if (!mail) throw new Error("No mail was written");
  await shop.newBrowser().post(stopLink(mail), { "List-Unsubscribe": "One-Click" });
  shop.time += 1000;
  await subscribe(shop, email);
  expect(await writtenMails(shop)).toEqual([]);
});

test("the mail's one-click link ends the newsletter without a sign-in", async () => {
  await subscribe(shop, email);
  const [mail] = await writtenMails(shop);
  if (!mail) throw new Error("No mail was written");
  await shop.newBrowser().post(stopLink(mail), { "List-Unsubscribe": "One-Click" });
  const { rows } = await shop.database.pool.query(
    "select stopped_at is not null as stopped from newsletter_subscribers",
  );
  expect(rows).toEqual([{ stopped: true }]);
});

test("without the setting, and for imported addresses, there is no coupon", async () => {
  await setSetting(shop.database.db, "welcome_coupon", "no");
  await subscribe(shop, email);
  expect(await writtenMails(shop)).toEqual([]);
  await setSetting(shop.database.db, "welcome_coupon", "yes");
  await importSubscribers(shop.database.db, ["imported@example.com"], shop.now());
  expect(await writtenMails(shop)).toEqual([]);
});

test("unused coupons are deleted a month after their end, used ones stay", async () => {
  await subscribe(shop, email);
  const code = codeIn((await writtenMails(shop))[0]?.text);
  await subscribe(shop, "other@example.com");
  expect(codeIn((await writtenMails(shop))[0]?.text)).not.toBe(code);
  await orderWith(code, email);
  const { db } = shop.database;
  shop.time += 60 * 86_400_000;
  expect(await deleteEndedWelcomeCoupons(db, shop.now(), 10)).toBe(0);
  shop.time += 1;
  expect(await deleteEndedWelcomeCoupons(db, shop.now(), 10)).toBe(1);
  const { rows } = await shop.database.pool.query("select code from coupons");
  expect(rows).toEqual([{ code }]);
});
