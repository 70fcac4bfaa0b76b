import { beforeEach, expect, test } from "vitest";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { openAccountShop } from "#wire/page-requests/account/account-shop.fixtures.ts";
import { stopLink, subscribe, writtenMails } from "./marketing.fixtures.ts";

const shop = openAccountShop();
const email = "reader@example.com";
const dayMs = 86_400_000;

beforeEach(async () => {
  const { pool, db } = shop.database;
  await pool.query("delete from newsletter_subscribers; delete from marketing_recipients; delete from mail_outbox");
  await pool.query("delete from orders");
  await setSetting(db, "win_backs", "yes");
});

/** Places an order in a new browser. */
async function order(given: Record<string, string> = {}): Promise<number> {
  shop.browser = shop.newBrowser();
  const { id } = await shop.order({ billing_email: email, ...given });
  return id;
}

test("a subscriber is mailed once, the set days after the last order, and again only after another order", async () => {
  await subscribe(shop, email);
  await order();
  shop.time += 100 * dayMs;
  await order({ billing_email: "Reader@Example.com", billing_first_name: 'Sana "<b>"' });
  shop.time += 180 * dayMs - 1;
  expect(await writtenMails(shop)).toEqual([]);
  shop.time += 1;
  const [mail, ...others] = await writtenMails(shop);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: email, subject: "What is new at My shop" });
  expect(mail?.text).toMatch(/^Sana "<b>", it has been a while/);
  expect(mail?.text).toContain("You last ordered on 1 March 2027.");
  expect(mail?.html).not.toContain("<b>");
  shop.time += 29 * dayMs;
  expect(await writtenMails(shop)).toEqual([]);
  await order();
  shop.time += 180 * dayMs;
  expect(await writtenMails(shop)).toHaveLength(1);
});

test("nobody is mailed who does not subscribe, never ordered, ordered long ago, or whose only order was cancelled", async () => {
  const { db } = shop.database;
  await order({ billing_email: "stranger@example.com" });
  await subscribe(shop, email);
  const id = await order();
  await changeOrderStatus(db, { id, to: "cancelled" }, await getSettings(db), shop.now());
  shop.time += 180 * dayMs;
  expect(await writtenMails(shop)).toEqual([]);
  await setSetting(db, "win_backs", "no");
  await order();
  shop.time += 180 * dayMs;
  expect(await writtenMails(shop)).toEqual([]);
  shop.time += 30 * dayMs;
  await setSetting(db, "win_backs", "yes");
  expect(await writtenMails(shop)).toEqual([]);
});

test("unsubscribing by the mail's link, without a sign-in, ends the newsletter and these mails", async () => {
  await subscribe(shop, email);
  await order();
  shop.time += 180 * dayMs;
  const [mail] = await writtenMails(shop);
  if (!mail) throw new Error("No mail was written");
  await shop.newBrowser().post(stopLink(mail), { "List-Unsubscribe": "One-Click" });
  const { rows } = await shop.database.pool.query(
    "select stopped_at is not null as stopped from newsletter_subscribers",
  );
  expect(rows).toEqual([{ stopped: true }]);
  await order();
  shop.time += 180 * dayMs;
  expect(await writtenMails(shop)).toEqual([]);
});
