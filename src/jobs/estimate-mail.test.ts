import { sql } from "drizzle-orm";
import type { JobHelpers } from "graphile-worker";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { fromPerson, spamSettings } from "#shop/spam/spam.fixtures.ts";
import { addToWishlist } from "#shop/wishlist/add-to-wishlist.ts";
import { deleteWishlist, setWishlistPrivacy } from "#shop/wishlist/change-wishlist.ts";
import type { EstimateAnswer } from "#shop/wishlist/estimate-fields.ts";
import { deleteOldEstimates, requestEstimate } from "#shop/wishlist/request-estimate.ts";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import { estimateMail } from "./estimate-mail.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  await db.execute(sql`delete from mail_outbox`);
  await db.execute(sql`delete from wishlist_owners`);
});

const runJob = (estimateId: number) =>
  estimateMail({ db, clock: { now: () => noon }, linkOrigin: () => "https://shop.example" })(
    { estimateId },
    {} as JobHelpers,
  );

/** Starts a guest's list with these products and asks for an estimate of it. */
async function ask(productIds: readonly number[], notes = "", answers: readonly EstimateAnswer[] = []) {
  let holder: Parameters<typeof addToWishlist>[1] = { key: { guestHash: Buffer.alloc(32, 1) } };
  let list = { ownerId: 0, wishlistId: 0 };
  for (const productId of productIds) {
    const item = { productId, attributes: {}, price: null, currency: "PKR", quantity: 2 };
    list = await addToWishlist(db, holder, "default", item, noon);
    holder = { ownerId: list.ownerId, userId: null };
  }
  const request = { list: undefined, email: "sana@example.com", notes, answers };
  await requestEstimate(db, list.ownerId, request, fromPerson, spamSettings, noon);
  const { rows } = await db.execute<{ id: string }>(sql`select id from wishlist_estimates`);
  return { ...list, estimateId: Number(rows[0]?.id) };
}

const mails = async () =>
  (
    await db.execute<{ recipient: string; reply_to: string; subject: string; text: string; html: string }>(
      sql`select recipient, reply_to, subject, text, html from mail_outbox order by id`,
    )
  ).rows;

test("a list that shows nothing gets no estimate", async () => {
  const draft = await addProduct(db, { status: "draft" });
  await expect(ask([draft])).rejects.toMatchObject({ code: "wishlist_item_unknown" });
  expect(await mails()).toEqual([]);
});

test("the shop gets one mail with products, notes and link, and replies to the shopper", async () => {
  const tea = await addProduct(db, { name: "Tea <3", slug: "tea" });
  const { large } = await addSizes(db, { name: "Whey", slug: "whey" });
  const { estimateId } = await ask([tea, large], "For a wedding.\r\n<b>Soon</b>");
  const { rows } = await db.execute<{ payload: unknown }>(
    sql`select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'estimate-mail'`,
  );
  expect(rows).toEqual([{ payload: { estimateId } }]);
  await Promise.all([runJob(estimateId), runJob(estimateId)]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ reply_to: "sana@example.com", subject: "[Price estimate request] 2 products" });
  expect(mail?.recipient).toContain("@");
  expect(mail?.text).toContain("2 × Whey (Large)\nhttps://shop.example/product/whey/?attribute_size=Large");
  expect(mail?.text).toMatch(/https:\/\/shop\.example\/wishlist\/view\/[A-Z0-9]{12}\//);
  expect(mail?.html).toContain("Tea &lt;3");
  expect(mail?.html).toContain("&lt;b&gt;Soon&lt;/b&gt;");
});

test("answers to the shop's own fields are in the shop's mail; a guest's copy contains nothing that was typed", async () => {
  await setSetting(db, "wishlist_estimate_copy", "yes");
  const { estimateId } = await ask([await addProduct(db, { name: "Tea" })], "Soon", [
    { label: "Town", value: "<Quetta>" },
  ]);
  await Promise.all([runJob(estimateId), runJob(estimateId)]);
  const [mail, copy, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.text).toContain("Town:\n<Quetta>\n\nNotes:\nSoon");
  expect(mail?.html).toContain("&lt;Quetta&gt;");
  expect(copy).toMatchObject({ recipient: "sana@example.com", subject: "Your request for an estimate" });
  expect(copy?.reply_to).toBe(mail?.recipient);
  expect(copy?.text).toContain("2 × Tea");
  expect(copy?.text).not.toMatch(/Quetta|Soon|Town|Notes/);
  await setSetting(db, "wishlist_estimate_copy", "no");
});

test("a private list has no link; a deleted list sends nothing", async () => {
  const { estimateId, ownerId, wishlistId } = await ask([await addProduct(db)]);
  await setWishlistPrivacy(db, ownerId, { id: wishlistId }, "private");
  await runJob(estimateId);
  expect((await mails())[0]?.text).not.toContain("/wishlist/view/");
  await db.execute(sql`delete from mail_outbox`);
  await deleteWishlist(db, ownerId, { id: wishlistId });
  await runJob(estimateId);
  expect(await mails()).toEqual([]);
});

test("requests are deleted after a year", async () => {
  await ask([await addProduct(db)]);
  const later = (days: number) => new Date(noon.getTime() + days * 86_400_000);
  expect(await deleteOldEstimates(db, later(364), 10)).toBe(0);
  expect(await deleteOldEstimates(db, later(365), 10)).toBe(1);
});
