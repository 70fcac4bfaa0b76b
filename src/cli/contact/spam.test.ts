import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { requestNotification } from "#shop/back-in-stock/request-notification.ts";
import { addProduct, codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { deleteOldHeldForms, listHeldForms } from "#shop/spam/held-forms.ts";
import { fromPerson, fromProgram, spamSettings } from "#shop/spam/spam.fixtures.ts";
import { requestEstimate } from "#shop/wishlist/request-estimate.ts";
import { startList } from "#shop/wishlist/wishlist.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { spamCommand } from "./spam.ts";

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  await spamCommand.run({ db, clock: { now: () => noon }, print: (line) => void lines.push(line) }, args, {});
  return lines;
}

const countOf = async (table: string) => (await db.execute(sql`select 1 from ${sql.identifier(table)}`)).rowCount;

test("held requests are listed, shown, released and erased; old ones are deleted", async () => {
  expect(await run("list")).toEqual(["No forms are held."]);
  const productId = await addProduct(db, { managesStock: true, stockQuantity: 0 });
  const ask = (contact: string, source = fromProgram) =>
    requestNotification(db, { productId, contact }, source, spamSettings, noon);
  await ask("kept@example.com", fromPerson);
  await ask("released@example.com");
  await ask("0300 1234567");
  const list = await startList(db, { guestHash: Buffer.alloc(32, 1) }, [productId]);
  const estimate = { list: undefined, email: "sana@example.com", notes: "Soon\u001b[31m" };
  await requestEstimate(db, list.ownerId, estimate, fromProgram, spamSettings, noon);
  expect([await countOf("back_in_stock_requests"), await countOf("wishlist_estimates")]).toEqual([1, 0]);

  const [ofEstimate, ofPhone, ofEmail] = await listHeldForms(db, 10);
  expect((await run("list"))[0]).toMatch(
    /^\d+ {2}\S+ \S+ {2}estimate {2}sana@example\.com {2}score 11: honeypot, no_script$/,
  );
  expect((await run("show", String(ofEstimate?.id))).join("\n")).toContain('"notes": "Soon');
  expect(await run("release", String(ofEmail?.id))).toEqual([`Form ${ofEmail?.id} is accepted.`]);
  await run("release", String(ofEstimate?.id));
  expect([await countOf("back_in_stock_requests"), await countOf("wishlist_estimates")]).toEqual([2, 1]);
  expect(await codeOf(run("release", String(ofEmail?.id)))).toBe("held_form_unknown");
  await run("erase", String(ofPhone?.id));
  expect(await run("list")).toEqual(["No forms are held."]);

  await ask("later@example.com");
  const after = (days: number) => new Date(noon.getTime() + days * 86_400_000 + 1);
  expect(await deleteOldHeldForms(db, { spam_days: 30 }, after(29), 10)).toBe(0);
  expect(await deleteOldHeldForms(db, { spam_days: 30 }, after(30), 10)).toBe(1);
});

test("a form that cannot be accepted any more stays held", async () => {
  const productId = await addProduct(db, { managesStock: true, stockQuantity: 0 });
  await requestNotification(db, { productId, contact: "a@example.com" }, fromProgram, spamSettings, noon);
  await db.execute(sql`delete from products where id = ${productId}`);
  const [held] = await listHeldForms(db, 1);
  expect(await codeOf(run("release", String(held?.id)))).toBe("product_unknown");
  expect(await listHeldForms(db, 1)).toEqual([held]);
});
