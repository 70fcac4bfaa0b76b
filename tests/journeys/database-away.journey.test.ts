import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { openMailServer } from "#jobs/mail-server.fixtures.ts";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { checkoutForm, Visitor } from "./support/buyer.ts";
import { embeddedOutage, outageOnTheWay } from "./support/database-outage.ts";
import { ownShop } from "./support/own-shop.ts";

/** How long (s) the database answers nothing, and how long after that it is gone. */
const outage = { hanging: 6, gone: 14 };
const patience = { timeout: 30_000, interval: 250 };

async function stockUp(db: Database): Promise<number> {
  await setSetting(db, "checkout_seconds", 0);
  return addProduct(db, { slug: "honey", regularPrice: 1000, managesStock: true, stockQuantity: 5 });
}

const mailAbout = (key: string) => ({
  key,
  recipient: "sana@example.com",
  replyTo: "",
  subject: key,
  html: "",
  text: "",
});

/** Mails that wait for an answer of the mail server when the database goes away, or behind such. */
const waiting = ["waits.1", "waits.2", "waits.3", "waits.4", "waits.5"];

/** @returns those that the mail server has been asked to take, and has not answered */
async function queueWaiting(db: Database): Promise<string[]> {
  await putIntoOutbox(db, waiting.map(mailAbout), new Date());
  const claimed = () =>
    db.execute<{ key: string }>(sql`select mail_key as key from mail_outbox where claimed_until > now()`);
  await expect.poll(async () => (await claimed()).rowCount, patience).toBe(2);
  return (await claimed()).rows.map(({ key }) => key);
}

/** Mails that were not sent, and for which a job is left that will look at them again. */
async function owedMails(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`select mail_key as key from mail_outbox o
    where sent_at is null and exists (select from graphile_worker._private_jobs j
      where (j.payload ->> 'mailId')::bigint = o.id and j.attempts < j.max_attempts) order by id`);
  return rows.map(({ key }) => key);
}

/** A mail that is due while the database is away. */
async function queueMail(db: Database): Promise<void> {
  await inTransaction(db, async (db) => {
    await putIntoOutbox(db, [mailAbout("before")], new Date());
    await db.execute(
      sql`update graphile_worker._private_jobs set run_at = now() + interval '1 second' * ${outage.hanging}
        where locked_at is null`,
    );
  });
}

async function changePrice(db: Database, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    await db.execute(sql`update products set regular_price = 1234 where id = ${id}`);
    await announceChange(db, [`product:${id}`]);
  });
}

/** What mails are about, in order. */
function subjectsOf(mails: readonly string[]): string[] {
  return mails.map((mail) => /^Message-ID: <(.*)@/m.exec(mail)?.[1] ?? "").sort();
}

test.skipIf(process.platform !== "linux")(
  "while the database is away for 20 s cached pages are served and orders answered 503 in clear words; then orders, mails and news go on by themselves",
  async () => {
    const own = await ownShop();
    const way =
      own.databaseUrl === undefined ? await embeddedOutage(own.dataDir) : await outageOnTheWay(own.databaseUrl);
    const mailServer = await openMailServer();
    const answerMails = mailServer.keepSilent();
    const shop = await own.start({ ...way, smtpUrl: mailServer.url });
    const productId = await own.look(stockUp);
    const buyer = new Visitor();
    const send = (path: string, form?: Record<string, string>) => buyer.send(shop.origin + path, form);
    const price = async () =>
      /product:price:amount" content="(\d+)"/.exec(await (await send(routes.product("honey"))).text())?.[1];
    await send(routes.shopCall("add_to_cart"), { product_id: String(productId) });
    const form = checkoutForm(await (await send(routes.checkout())).text());
    const order = () => send(routes.shopCall("checkout"), form);
    const expectAway = async (answer: Response) => {
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
      expect(await answer.text()).toContain("Nothing is lost");
    };
    expect(await price()).toBe("1000");
    const underWay = await own.look(queueWaiting);
    await own.look(queueMail);

    await way.hang();
    const pressed = order();
    expect(await price()).toBe("1000");
    await delay(outage.hanging * 1000);
    await way.stop();
    await expectAway(await pressed);
    await delay(outage.gone * 1000);
    await expectAway(await order());
    const program = await buyer.send(shop.origin + routes.shopCall("checkout"), form, { accept: "application/json" });
    expect([program.status, await program.json()]).toMatchObject([503, { code: "unavailable" }]);
    await expectAway(await send(routes.checkout(), form));
    expect(await price()).toBe("1000");
    expect([(await send(routes.ready())).status, (await send(routes.health())).status]).toEqual([503, 200]);
    await way.end();

    await expect.poll(async () => (await order()).status, patience).toBe(200);
    const answer = (await (await order()).json()) as { result: string; order_id: number };
    expect(answer.result).toBe("success");
    await own.look((db) => changePrice(db, productId));
    await expect.poll(price, patience).toBe("1234");
    answerMails();
    const waited = waiting.filter((key) => !underWay.includes(key));
    const mails = ["before", `new-order.${answer.order_id}`, ...waited];
    await expect.poll(() => subjectsOf(mailServer.received), patience).toEqual(expect.arrayContaining(mails));
    // Whether the mail server took those is not known before their attempts must have ended: they are tried then, not now.
    const sent = subjectsOf(mailServer.received).filter((key) => underWay.includes(key));
    expect([...sent, ...(await own.look(owedMails))].sort()).toEqual(underWay.toSorted());
    const { rows } = await own.look((db) =>
      db.execute(sql`select stock_quantity as stock, (select array_agg(id::int) from orders) as orders from products`),
    );
    expect(rows).toEqual([{ stock: 4, orders: [answer.order_id] }]);
  },
  120_000,
);
