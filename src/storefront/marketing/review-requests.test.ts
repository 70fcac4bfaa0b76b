import { beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { erasePersonalData, exportPersonalData, findPerson } from "#shop/privacy/personal-data.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { openAccountShop } from "#wire/page-requests/account/account-shop.fixtures.ts";
import { stopLink, writtenMails } from "./marketing.fixtures.ts";

const shop = openAccountShop();
const email = "buyer@example.com";
const dayMs = 86_400_000;

beforeEach(async () => {
  const { pool, db } = shop.database;
  await pool.query("delete from marketing_recipients; delete from mail_outbox; delete from orders");
  await setSetting(db, "review_requests", "yes");
});

async function change(id: number, to: OrderStatus): Promise<void> {
  const { db } = shop.database;
  await changeOrderStatus(db, { id, to }, await getSettings(db), shop.now());
}

/** Places an order and completes it. @returns its number */
async function completed(given: Record<string, string> = {}): Promise<number> {
  const { id } = await shop.order({ billing_email: email, ...given });
  await change(id, "completed");
  return id;
}

/** The products of an order, oldest first. */
async function productsOf(orderId: number): Promise<{ id: number; slug: string }[]> {
  const { rows } = await shop.database.pool.query(
    "select p.id::int, p.slug from order_lines l join products p on p.id = l.product_id where order_id = $1 order by 1",
    [orderId],
  );
  return rows;
}

test("the buyer is asked once, the set days after completion, with a link to the form of each product", async () => {
  await shop.fillCart();
  const id = await completed({ billing_first_name: 'Sana <b>"bold"</b>' });
  shop.time += 7 * dayMs - 1;
  expect(await writtenMails(shop)).toEqual([]);
  shop.time += 1;
  const [mail, ...others] = await writtenMails(shop);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: email, subject: "How do you like your order from My shop?" });
  expect(mail?.text).toContain(`Your order ${id} is complete.`);
  const links = [...(mail?.text ?? "").matchAll(/\/product\/[\w-]+\/#review_form_wrapper/g)].map(([link]) => link);
  expect(links).toEqual((await productsOf(id)).map(({ slug }) => routes.writeReview(slug)));
  expect(links).toHaveLength(2);
  expect((await shop.browser.get(links[0] ?? "")).body).toContain('id="review_form_wrapper"');
  expect(mail?.html).toContain("Sana &lt;b&gt;");
  expect(mail?.html).not.toContain("<b>");
  shop.time += dayMs;
  expect(await writtenMails(shop)).toEqual([]);
});

test("refunded and reopened orders, orders completed long ago, and what the buyer has reviewed are not asked about", async () => {
  await change(await completed(), "refunded");
  await change(await completed(), "processing");
  const reviewed = await completed();
  const [product] = await productsOf(reviewed);
  await shop.database.pool.query(
    `insert into reviews (product_id, kind, author_name, author_email, rating, body, status, created_at)
     values ($1, 'review', 'B', $2, 5, 'Good', 'approved', $3)`,
    [product?.id, email.toUpperCase(), shop.now()],
  );
  shop.time += 7 * dayMs;
  expect(await writtenMails(shop)).toEqual([]);
  await setSetting(shop.database.db, "review_requests", "no");
  await completed();
  shop.time += 21 * dayMs;
  await setSetting(shop.database.db, "review_requests", "yes");
  expect(await writtenMails(shop)).toEqual([]);
});

test("without the setting nobody is asked, and guests are not where only accounts may review", async () => {
  const { db } = shop.database;
  await completed();
  shop.time += 7 * dayMs;
  await setSetting(db, "review_requests", "no");
  expect(await writtenMails(shop)).toEqual([]);
  await setSetting(db, "review_requests", "yes");
  await setSetting(db, "review_verified_only", "yes");
  expect(await writtenMails(shop)).toEqual([]);
  await setSetting(db, "review_verified_only", "no");
  expect(await writtenMails(shop)).toHaveLength(1);
});

test("two orders of one buyer are asked about a week apart", async () => {
  await completed();
  await completed({ billing_email: email.toUpperCase() });
  shop.time += 7 * dayMs;
  expect(await writtenMails(shop)).toHaveLength(1);
  shop.time += 7 * dayMs;
  expect(await writtenMails(shop)).toHaveLength(1);
  shop.time += 7 * dayMs;
  expect(await writtenMails(shop)).toEqual([]);
});

test("the mail's link ends such mails without a sign-in, by a button or one click, for its own address only", async () => {
  await completed();
  await completed({ billing_email: "other@example.com" });
  shop.time += 7 * dayMs;
  const mails = await writtenMails(shop);
  const mail = mails.find(({ recipient }) => recipient === email);
  if (!mail) throw new Error("No mail was written");
  const link = stopLink(mail);
  expect(link).toMatch(/^\/mails\/\?stop=[\w-]{32}$/);
  const stopped = async () => {
    const { rows } = await shop.database.pool.query(
      "select email from marketing_recipients where stopped_at is not null",
    );
    return rows.map(({ email }) => email);
  };
  const page = await shop.newBrowser().get(link);
  expect(page.body).toContain("Stop these emails");
  expect(page.body).not.toContain(email);
  await shop.newBrowser().post(`${link.slice(0, -1)}!`, {});
  const hostile = await shop.newBrowser().post("/mails/?stop=%00%22%3E%3Cscript%3Ealert(1)", {});
  expect(hostile.statusCode).toBeLessThan(500);
  expect(hostile.body).not.toContain("<script>alert(1)");
  expect(await stopped()).toEqual([]);
  const answer = await shop.newBrowser().post(link, { "List-Unsubscribe": "One-Click" });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  expect(await stopped()).toEqual([email]);
  await completed();
  shop.time += 7 * dayMs;
  expect(await writtenMails(shop)).toEqual([]);
});

test("export and erasure of personal data include the mails and the refusal", async () => {
  const { db } = shop.database;
  await completed();
  shop.time += 7 * dayMs;
  const [mail] = await writtenMails(shop);
  if (!mail) throw new Error("No mail was written");
  await shop.newBrowser().post(stopLink(mail), {});
  const person = await findPerson(db, email);
  expect(await exportPersonalData(db, person, await getSettings(db))).toMatchObject({
    marketingMails: [{ kind: "review-request", sentAt: expect.anything() }],
    marketingMailsRefused: [{ refusedAt: expect.anything() }],
  });
  const report = await erasePersonalData(db, email, shop.now());
  expect(report).toContainEqual({ name: "marketing mails", erased: 2, kept: 0 });
  const { rows } = await shop.database.pool.query(
    "select from marketing_recipients union all select from marketing_mails",
  );
  expect(rows).toEqual([]);
});
