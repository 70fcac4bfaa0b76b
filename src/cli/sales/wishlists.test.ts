import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { removeFromAllWishlists } from "#shop/wishlist/change-items.ts";
import { addShopper, newGuest, startList, wish } from "#shop/wishlist/wishlist.fixtures.ts";
import { takeGuestWishlists } from "#shop/wishlist/wishlist-owners.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { wishlistsCommand } from "./wishlists.ts";

let database: TestDatabase;
let tea: number;
let shirt: number;
const day = 86_400_000;

async function printed(options: GivenOptions = {}, args = ["top"]): Promise<string> {
  const lines: string[] = [];
  await wishlistsCommand.run({ db: database.db, print: (line) => lines.push(line) }, args, options);
  return lines.join("\n");
}

async function order(userId: number, productId: number, at: Date, status = "processing") {
  const { rows } = await database.pool.query(
    `insert into orders (order_key, status, currency, currency_minor_unit, subtotal, shipping_total, discount_total, tax_total,
      total, payment_method, payment_method_title, billing, shipping, cart_hash, user_id, is_of_account, created_at, updated_at)
    values ('wc_order_' || substr(md5(random()::text), 1, 13), $1, 'PKR', 0, 1, 0, 0, 0, 1, 'cod', 'Cash', '{}', '{}', '', $2,
      true, $3, $3) returning id`,
    [status, userId, at],
  );
  await database.pool.query(
    `insert into order_lines (order_id, position, product_id, name, quantity, unit_price, line_total) values ($1, 0, $2, 'x', 1, 1, 1)`,
    [rows[0].id, productId],
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
});

test("an empty shop says so", async () => {
  expect(await printed()).toBe("Nothing has been wished for yet.");
});

test("products are counted by owner, with accounts that ordered them later", async () => {
  const { db } = database;
  tea = await addProduct(db, { name: "Tea", sku: "TEA" });
  const sizes = await addSizes(db, { name: "Shirt" });
  shirt = sizes.id;
  const users = [await addShopper(db), await addShopper(db), await addShopper(db), await addShopper(db)];
  const lists = [];
  for (const userId of users) lists.push(await startList(db, { userId }, [tea]));
  await startList(db, newGuest(), [tea, sizes.small]);
  // Two variations of one product, also in another list, are one wish.
  for (const id of [sizes.large, sizes.small]) await wish(db, lists[0]?.holder ?? { key: newGuest() }, id);
  const later = new Date(noon.getTime() + day);
  await order(users[0] ?? 0, tea, later);
  // Items that moved from a list to the cart still count.
  await removeFromAllWishlists(db, lists[0]?.ownerId ?? 0, tea);
  await order(users[0] ?? 0, tea, later);
  await order(users[1] ?? 0, tea, new Date(noon.getTime() - day));
  await order(users[2] ?? 0, tea, later, "cancelled");
  expect(await printed()).toBe(
    [
      `5  Tea  product ${tea}  still wished for by 4  ordered later by 1 of 4 accounts (25 %)`,
      `2  Shirt  product ${shirt}  still wished for by 2  ordered later by 0 of 1 account (0 %)`,
    ].join("\n"),
  );
  expect(await printed({ limit: "1" })).not.toContain("Shirt");
  expect(await printed({ since: "2026-12-01" })).toBe("Nothing has been wished for yet.");
});

test("the CSV has the same figures and is not overwritten without --force", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chowk-wishlists-"));
  const csv = join(folder, "top.csv");
  expect(await printed({ csv })).toBe(`Wrote 2 products to ${csv}`);
  const [headings, first] = (await readFile(csv, "utf8")).split("\r\n");
  expect(headings).toBe("\ufeffID,SKU,Name,Wished by,In lists now,Accounts,Ordered later,Conversion %");
  expect(first).toBe(`${tea},TEA,Tea,5,4,4,1,25`);
  await expect(printed({ csv })).rejects.toThrow("already exists");
  await printed({ csv, force: true });
  await rm(folder, { recursive: true });
});

test("what a guest wished for counts for the account after a sign-in, once", async () => {
  const { db } = database;
  const guest = newGuest();
  const userId = await addShopper(db);
  await startList(db, guest, [tea]);
  await startList(db, { userId }, [tea]);
  expect(await printed()).toContain("7  Tea");
  await takeGuestWishlists(db, guest.guestHash, userId, noon);
  expect(await printed()).toContain("6  Tea");
});

test("wrong words, limits and dates are rejected with a clear message", async () => {
  await expect(printed({}, ["bottom"])).rejects.toThrow('There is no "wishlists bottom": use top.');
  await expect(printed({ limit: "none" })).rejects.toThrow('"none" is not a number of products.');
  await expect(printed({ since: "soon" })).rejects.toThrow('"soon" is not a date');
});
