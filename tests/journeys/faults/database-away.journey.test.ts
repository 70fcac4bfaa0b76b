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
import { checkoutForm, Visitor } from "../support/buyer.ts";
import { embeddedOutage, proxyOutage } from "../support/database-outage.ts";
import { ownShop } from "../support/own-shop.ts";

/** Seconds that the database hangs, and then is stopped. */
const outage = { hanging: 6, gone: 14 };
const polling = { timeout: 30_000, interval: 250 };

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

/** Mails in delivery, or queued behind them, when the database fails. */
const waiting = ["waits.1", "waits.2", "waits.3", "waits.4", "waits.5"];

/** @returns the mails that the mail server has received and not answered */
async function queueWaiting(db: Database): Promise<string[]> {
  await putIntoOutbox(db, waiting.map(mailAbout), new Date());
  const claimed = () =>
    db.execute<{ key: string }>(sql`select mail_key as key from mail_outbox where claimed_until > now()`);
  await expect.poll(async () => (await claimed()).rowCount, polling).toBe(2);
  return (await claimed()).rows.map(({ key }) => key);
}

/** Returns unsent mails for which a job remains. */
async function pendingMails(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`select mail_key as key from mail_outbox o
    where sent_at is null and exists (select from graphile_worker._private_jobs j
      where (j.payload ->> 'mailId')::bigint = o.id and j.attempts < j.max_attempts) order by id`);
  return rows.map(({ key }) => key);
}

/** Queues a mail that is due during the outage. */
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

/** Returns the keys of mails, sorted. */
function keysOf(mails: readonly string[]): string[] {
  return mails.map((mail) => /^Message-ID: <(.*)@/m.exec(mail)?.[1] ?? "").sort();
}

test.skipIf(process.platform !== "linux")(
  "while the database is away for 20 s, cached pages are served and orders get a clear 503; then orders, mails and change notifications resume",
  async () => {
    const own = await ownShop();
    const way = own.databaseUrl === undefined ? await embeddedOutage(own.dataDir) : await proxyOutage(own.databaseUrl);
    const mailServer = await openMailServer();
    const answerMails = mailServer.keepSilent();
    const shop = await own.start({ ...way, smtpUrl: mailServer.url });
    const productId = await own.useDatabase(stockUp);
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
    const underWay = await own.useDatabase(queueWaiting);
    await own.useDatabase(queueMail);

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

    await expect.poll(async () => (await order()).status, polling).toBe(200);
    const answer = (await (await order()).json()) as { result: string; order_id: number };
    expect(answer.result).toBe("success");
    await own.useDatabase((db) => changePrice(db, productId));
    await expect.poll(price, polling).toBe("1234");
    answerMails();
    const waited = waiting.filter((key) => !underWay.includes(key));
    const mails = ["before", `new-order.${answer.order_id}`, ...waited];
    await expect.poll(() => keysOf(mailServer.received), polling).toEqual(expect.arrayContaining(mails));
    // The mail server may have taken these; they are only retried once their attempts must have ended.
    const sent = keysOf(mailServer.received).filter((key) => underWay.includes(key));
    expect([...sent, ...(await own.useDatabase(pendingMails))].sort()).toEqual(underWay.toSorted());
    const { rows } = await own.useDatabase((db) =>
      db.execute(sql`select stock_quantity as stock, (select array_agg(id::int) from orders) as orders from products`),
    );
    expect(rows).toEqual([{ stock: 4, orders: [answer.order_id] }]);
  },
  120_000,
);
