import { sql } from "drizzle-orm";
import type { JobHelpers } from "graphile-worker";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { addProduct, addSizes, codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { confirmAlerts, requestGuestAlerts, startUserAlerts, stopAlertsByToken } from "#shop/wishlist/alerts.ts";
import { removeFromAllWishlists } from "#shop/wishlist/change-items.ts";
import { addShopper, alertStateOf, newGuest, startList, wish } from "#shop/wishlist/wishlist.fixtures.ts";
import { takeGuestWishlists } from "#shop/wishlist/wishlist-owners.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { wishlistAlerts, wishlistConfirmMail } from "./wishlist-alerts.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
beforeEach(async () => {
  await db.execute(sql`truncate mail_outbox, wishlist_owners, rate_limits, wishlist_absences cascade`);
});

const services = () => ({ db, clock: { now: () => noon }, linkOrigin: () => "https://shop.example" });
const runJob = () => wishlistAlerts(services())({}, {} as JobHelpers);
const mails = async () => {
  const { rows } = await db.execute<{ recipient: string; subject: string; text: string; stop: string }>(
    sql`select recipient, subject, text, coalesce(extras -> 'headers' -> 0 ->> 'value', '') as stop from mail_outbox order by id`,
  );
  return rows;
};
/** Changes a product as the shop does: with a change notification. */
async function change(id: number, columns: { price?: number; stock?: number }, tag = id) {
  if (columns.price !== undefined)
    await db.execute(sql`update products set regular_price = ${columns.price} where id = ${id}`);
  if (columns.stock !== undefined)
    await db.execute(sql`update products set manages_stock = true, stock_quantity = ${columns.stock} where id = ${id}`);
  await announceChange(db, [`product:${tag}`]);
}
/** Starts a user's list with a product, with mails on. */
async function watch(productId: number) {
  const userId = await addShopper(db);
  const list = await startList(db, { userId }, [productId]);
  await startUserAlerts(db, list.ownerId, noon);
  return { userId, ...list };
}
/** Starts a guest's list, asks for mails and returns the token of the confirmation's link. */
async function ask(productId: number, email = "guest@example.com") {
  const guest = newGuest();
  const list = await startList(db, guest, [productId]);
  await requestGuestAlerts(db, { ownerId: list.ownerId, email, address: "192.0.2.1" }, noon);
  const confirm = () => wishlistConfirmMail(services())({ ownerId: list.ownerId }, {} as JobHelpers);
  await Promise.all([confirm(), confirm()]);
  const [mail] = await mails();
  return { guest, ...list, token: /confirm=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "" };
}

test("a price below the one known is told once, and a lower one once more", async () => {
  const tea = await addProduct(db, { name: "Tea" });
  await watch(tea);
  await runJob();
  expect(await mails()).toEqual([]);
  await change(tea, { price: 800 });
  await Promise.all([runJob(), runJob()]);
  await runJob();
  expect(await mails()).toMatchObject([{ subject: expect.stringMatching(/^Tea is now Rs\s800 at My shop$/) }]);
  await change(tea, { price: 900 });
  await runJob();
  await change(tea, { price: 800 });
  await runJob();
  expect(await mails()).toHaveLength(1);
  await change(tea, { price: 700 });
  await runJob();
  expect((await mails())[1]?.text).toMatch(/Now Rs\s700, before Rs\s800\./);
});

test("a return to stock is told once for each absence, with a price that fell meanwhile", async () => {
  const tea = await addProduct(db, { name: "Tea" });
  await watch(tea);
  await runJob();
  await change(tea, { stock: 0 });
  await runJob();
  await change(tea, { price: 500 });
  await runJob();
  expect(await mails()).toEqual([]);
  await change(tea, { stock: 5 });
  await Promise.all([runJob(), runJob()]);
  await runJob();
  expect(await mails()).toMatchObject([
    { subject: "Tea is back at My shop", text: expect.stringMatching(/Now Rs\s5/) },
  ]);
  await change(tea, { stock: 0 });
  await runJob();
  await change(tea, { stock: 1 });
  await runJob();
  expect(await mails()).toHaveLength(2);
});

test("a product that was out of stock when it was wished for is told about too", async () => {
  const tea = await addProduct(db, { managesStock: true, stockQuantity: 0 });
  const { holder } = await watch(await addProduct(db));
  await runJob();
  await wish(db, holder, tea);
  await runJob();
  await change(tea, { stock: 5 });
  await runJob();
  expect(await mails()).toHaveLength(1);
});

test("all who wait are told of a return, also if somebody's list changes before the log is read", async () => {
  const tea = await addProduct(db, { managesStock: true, stockQuantity: 0 });
  await watch(tea);
  const { holder } = await watch(tea);
  await runJob();
  await db.execute(sql`update products set stock_quantity = 5 where id = ${tea}`);
  await wish(db, holder, await addProduct(db));
  await runJob();
  expect(await mails()).toHaveLength(1);
  await announceChange(db, [`product:${tea}`]);
  await runJob();
  expect(await mails()).toHaveLength(2);
});

test("a variation is told by itself, its product by any variation", async () => {
  const { id, small, large } = await addSizes(db, { name: "Shirt" });
  const { holder } = await watch(small);
  await wish(db, holder, id);
  await runJob();
  await change(large, { price: 900 }, id);
  await runJob();
  expect(await mails()).toMatchObject([{ subject: expect.stringMatching(/^Shirt is now/) }]);
  await change(small, { price: 950 }, id);
  await runJob();
  const [, mail] = await mails();
  expect(mail?.subject).toMatch(/^Shirt \(Small\) is now/);
  expect(mail?.text).toContain("attribute_size=Small");
});

test("several changes are one mail, and a product in two lists is named once", async () => {
  const [tea, cup] = [await addProduct(db, { name: "Tea" }), await addProduct(db, { name: "Cup" })];
  const { holder } = await watch(tea);
  await wish(db, holder, cup);
  await wish(db, holder, tea, { newName: "Gifts", privacy: "private" });
  await runJob();
  for (const id of [tea, cup]) await change(id, { price: 1 });
  await runJob();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("2 updates on your wishlist at My shop");
  expect(mail?.text.match(/Tea/g)).toHaveLength(1);
});

test("owners who did not ask, and products that left the list, get no mail", async () => {
  const tea = await addProduct(db);
  await startList(db, { userId: await addShopper(db) }, [tea]);
  const { ownerId } = await watch(tea);
  await runJob();
  await removeFromAllWishlists(db, ownerId, tea);
  await change(tea, { price: 1 });
  await runJob();
  expect(await mails()).toEqual([]);
});

test("nothing is lost when a run stops half-way, and nobody is told twice", async () => {
  const tea = await addProduct(db, { managesStock: true, stockQuantity: 0 });
  for (let count = 0; count < 3; count++) await watch(tea);
  await runJob();
  await change(tea, { stock: 5 });
  await db.execute(sql`create function stop_half_way() returns trigger language plpgsql as $$ begin
    if (select count(*) from mail_outbox) = 2 then raise 'stopped'; end if; return new; end $$`);
  await db.execute(sql`create trigger stop before insert on mail_outbox for each row execute function stop_half_way()`);
  await expect(runJob()).rejects.toThrow("insert into mail_outbox");
  expect(await mails()).toHaveLength(2);
  await db.execute(sql`drop function stop_half_way cascade`);
  await runJob();
  expect(new Set((await mails()).map(({ recipient }) => recipient)).size).toBe(3);
  expect(await mails()).toHaveLength(3);
});

test("a log that was pruned or replaced loses no event", async () => {
  const tea = await addProduct(db);
  await watch(tea);
  await runJob();
  await change(tea, { price: 900 });
  await db.execute(sql`update wishlist_alert_progress set cursor = 'from another database'`);
  await runJob();
  expect(await mails()).toHaveLength(1);
});

test("a run without changes takes a few statements, however many items there are", async () => {
  for (let count = 0; count < 20; count++) await watch(await addProduct(db));
  await runJob();
  expect((await withStatementCount(async () => runJob())).statements).toBeLessThan(10);
});

test("a guest gets mails only after confirming the address by the mailed link", async () => {
  const tea = await addProduct(db);
  const { ownerId, token } = await ask(tea);
  expect(await mails()).toMatchObject([{ recipient: "guest@example.com", stop: "" }]);
  expect(await alertStateOf(db, ownerId)).toBe("waiting");
  await runJob();
  await change(tea, { price: 900 });
  await runJob();
  expect(await mails()).toHaveLength(1);
  expect(await confirmAlerts(db, "guessed", noon)).toBe(false);
  expect(await confirmAlerts(db, token, new Date(noon.getTime() + 7 * 86_400_000))).toBe(false);
  for (let time = 0; time < 2; time++) expect(await confirmAlerts(db, token, noon)).toBe(true);
  await runJob();
  expect(await mails()).toMatchObject([{}, { recipient: "guest@example.com" }]);
});

test("one click ends the mails by the address in each of them", async () => {
  const tea = await addProduct(db);
  const { ownerId } = await watch(tea);
  await runJob();
  await change(tea, { price: 900 });
  await runJob();
  const [mail] = await mails();
  const stopToken = /^<https:\/\/shop\.example\/wishlist\/alerts\/\?stop=([\w-]+)>$/.exec(mail?.stop ?? "")?.[1];
  expect(mail?.text).toContain(mail?.stop.slice(1, -1));
  await stopAlertsByToken(db, stopToken ?? "");
  expect(await alertStateOf(db, ownerId)).toBe("off");
  await change(tea, { price: 800 });
  await runJob();
  expect(await mails()).toHaveLength(1);
});

test("after a guest signs in, mails go to the account's address", async () => {
  const tea = await addProduct(db);
  const { guest, token } = await ask(tea);
  await confirmAlerts(db, token, noon);
  const userId = await addShopper(db);
  await takeGuestWishlists(db, guest.guestHash, userId, noon);
  await runJob();
  await change(tea, { price: 900 });
  await runJob();
  const { rows } = await db.execute<{ email: string }>(sql`select email from users where id = ${userId}`);
  expect(await mails()).toMatchObject([{}, { recipient: rows[0]?.email }]);
});

test("an address that is none is refused, and so is a flood of requests", async () => {
  const { ownerId } = await ask(await addProduct(db));
  const request = (email: string) => codeOf(requestGuestAlerts(db, { ownerId, email, address: "192.0.2.1" }, noon));
  expect(await request("a@b\r\nbcc: c@example.com")).toBe("contact_invalid");
  const codes: string[] = [];
  for (let count = 0; count < 6; count++) codes.push(await request("victim@example.com"));
  expect(codes.at(-1)).toBe("too_many_tries");
});
