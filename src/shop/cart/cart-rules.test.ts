import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { cartRules } from "../accounts/sessions/cart-rules.ts";
import { takeNotices } from "../accounts/sessions/sessions.ts";
import type { User } from "../accounts/user.ts";
import { giveCoupon } from "../coupons/coupon.fixtures.ts";
import { addProduct, noon } from "./cart.fixtures.ts";
import { addOnlySana, signIn } from "./sana.fixtures.ts";

let db: Database;
let user: User;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  user = await addOnlySana(db);
});

/** Locks a session's cart by these rules instead of the shop's. @returns the id of the cart */
async function lock(sessionId: number, changed: Record<string, unknown>): Promise<number> {
  const rules = JSON.stringify({ ...JSON.parse(cartRules), ...changed });
  const { rows } = await db.execute<{ id: string }>(
    sql`select lock_cart(${sessionId}, ${noon.toISOString()}, ${rules}::jsonb) as id`,
  );
  return Number(rows[0]?.id);
}

async function putLine(sessionId: number, productId: number, quantity: number): Promise<void> {
  await db.execute(sql`insert into cart_lines (session_id, line_key, product_id, quantity, added_at)
    values (${sessionId}, ${`${productId}`.padStart(32, "0")}, ${productId}, ${quantity}, ${noon.toISOString()})`);
}

async function enterCoupons(sessionId: number, count: number): Promise<void> {
  for (let entered = 0; entered < count; entered++)
    await db.execute(sql`insert into cart_coupons (session_id, coupon_id, entered_at)
      select ${sessionId}, id, ${noon.toISOString()} from coupons where code = ${await giveCoupon(db)}`);
}

test("a new account cart is kept as long as the given rules say", async () => {
  const { id } = await signIn(db, user);
  await db.execute(sql`delete from sessions where parked_at is not null`);
  const cart = await lock(id, { retentionSeconds: 90 });
  const { rows } = await db.execute<{ kept: number }>(
    sql`select extract(epoch from expires_at - created_at)::int as kept from sessions where id = ${cart}`,
  );
  expect(rows).toEqual([{ kept: 90 }]);
});

test("lines, pieces and coupons that move to the account's cart keep to the given rules, with the given notice", async () => {
  const { id } = await signIn(db, user);
  const cart = await lock(id, {});
  const [tea, salt, zinc] = [await addProduct(db), await addProduct(db), await addProduct(db)];
  for (const session of [cart, id]) await putLine(session, tea, 4);
  await putLine(id, salt, 1);
  await putLine(id, zinc, 1);
  await enterCoupons(cart, 2);
  await enterCoupons(id, 2);
  const fullNotice = { kind: "info", messageKey: "notices.tryAgain", values: { max: 2 } };
  await lock(id, { maxLines: 2, maxPerLine: 5, maxCoupons: 3, fullNotice });
  const { rows } = await db.execute(sql`select product_id::int as id, quantity from cart_lines
    where session_id = ${cart} order by product_id`);
  expect(rows).toEqual([
    { id: tea, quantity: 5 },
    { id: salt, quantity: 1 },
  ]);
  const { rows: coupons } = await db.execute(sql`select 1 from cart_coupons where session_id = ${cart}`);
  expect(coupons).toHaveLength(3);
  expect(await takeNotices(db, id)).toEqual([fullNotice]);
});
