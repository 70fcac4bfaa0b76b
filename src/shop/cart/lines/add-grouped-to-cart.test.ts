import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { addGroup, addProduct, codeOf, noon, openSession } from "../cart.fixtures.ts";
import { addGroupedToCart } from "./add-grouped-to-cart.ts";
import { findProductToAdd, type ProductToAdd } from "./product-to-add.ts";
import type { CartHolder } from "./put-into-cart.ts";

let db: Database;
let group: number;
let members: number[];
let known: (ProductToAdd | undefined)[];
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  const scarce = await addProduct(db, { managesStock: true, stockQuantity: 3 });
  members = [await addProduct(db), await addProduct(db), scarce];
  group = await addGroup(db, members);
  known = await Promise.all([group, ...members].map((id) => findProductToAdd(db, id)));
});

/** Adds two of each member, using the products as they were at the start. */
const addTwoOfEach = (holder: CartHolder) =>
  addGroupedToCart(db, holder, group, new Map(members.map((id) => [id, 2])), noon, {
    findProduct: async (id) => known.find((one) => one?.product.id === id),
  });

test("a group of known products is added by one statement, and nothing is added when one member is refused", async () => {
  const session = await openSession(db);
  expect((await withStatementCount(() => addTwoOfEach(session))).statements).toBe(1);
  const again = await withStatementCount(() => codeOf(addTwoOfEach(session)));
  expect([again.result, again.statements]).toEqual(["stock_insufficient_with_cart", 1]);
  const { rows } = await db.execute(sql`select quantity from cart_lines where session_id = ${session}`);
  expect(rows).toEqual([{ quantity: 2 }, { quantity: 2 }, { quantity: 2 }]);
});

test("a new visitor's session starts with an accepted add, not with a refused one", async () => {
  const begun: number[] = [];
  const stranger = () => ({
    tokenHash: randomBytes(32),
    customerKey: `t_${randomBytes(15).toString("hex")}`,
    expiresAt: new Date(noon.getTime() + 86_400_000),
    begun: (id: number) => void begun.push(id),
  });
  await addTwoOfEach(stranger());
  await db.execute(sql`update products set stock_quantity = 1 where id = ${members[2]}`);
  expect(await codeOf(addTwoOfEach(stranger()))).toBe("stock_insufficient");
  const { rows } = await db.execute(
    sql`select id::int from sessions where expires_at = ${new Date(noon.getTime() + 86_400_000).toISOString()}`,
  );
  expect(rows).toEqual(begun.map((id) => ({ id })));
});
