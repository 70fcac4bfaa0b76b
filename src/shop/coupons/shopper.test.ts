import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { codeOf } from "../cart/cart.fixtures.ts";
import { giveCoupon } from "./coupon.fixtures.ts";
import { findCoupon } from "./coupons.ts";
import { refuseOverused, shopperOf } from "./shopper.ts";

test("among 100,000 uses of a coupon a shopper's are found in less than 10 ms, each order once", async () => {
  const { db } = await createTestDatabase();
  const coupon = await findCoupon(db, await giveCoupon(db, { usageLimitPerShopper: 2 }));
  if (!coupon) throw new Error("No coupon");
  await db.transaction(async (db) => {
    // Insert uses without their orders, for speed.
    await db.execute(sql`set local session_replication_role = replica`);
    await db.execute(sql`insert into order_coupons (order_id, position, coupon_id, code, discount, user_id, email, phone)
      select n, 0, ${coupon.id}, 'TEN', 1, case when n % 2 = 0 then n / 4 end, 'b' || n || '@example.com', '+92300' || lpad(n::text, 7, '0')
      from generate_series(1, 100000) n`);
  });
  await db.execute(sql`analyze order_coupons`);
  const ask = (...who: Parameters<typeof shopperOf>) => codeOf(refuseOverused(db, [coupon], shopperOf(...who)));
  // Account 1 has orders 4 and 6.
  expect(await ask(1, "", "")).toBe("coupon_used_by_shopper");
  expect(await ask(null, "b4@example.com", "03000000004")).toBe("done");
  expect(await ask(null, "b4@example.com", "03000000005")).toBe("coupon_used_by_shopper");
  const times: number[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    const start = performance.now();
    await ask(100_000 + turn, `new${turn}@example.com`, "03110000000");
    times.push(performance.now() - start);
  }
  const median = times.toSorted((one, other) => one - other)[25] ?? Number.NaN;
  console.log(`a shopper's uses among 100,000: ${median.toFixed(1)} ms (median of 50)`);
  expect(median).toBeLessThan(10);
});
