import { beforeAll, expect, test } from "vitest";
import { openNonces } from "#http/guards/nonce.ts";
import { SharedCounts } from "#http/guards/shared-counts.ts";
import { consumeLimits, countUses, type LimitUse, takeTurn } from "#shop/rate-limits.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

/** The clock is three hours ahead until it is set right. */
const ahead = new Date("2026-11-21T15:00:00Z");
const right = new Date("2026-11-21T12:00:00Z");
const after = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);

test("a limit exceeded before the clock stepped back ends after its own window", async () => {
  const uses: LimitUse[] = [{ limit: "ownPassword", user: 1 }];
  const use = (now: Date) => consumeLimits(database.db, uses, now);
  for (let count = 0; count < 10; count++) await use(ahead);
  await expect(use(right)).rejects.toMatchObject({ code: "too_many_tries", details: { minutes: 15 } });
  await expect(use(after(right, 14 * 60))).rejects.toMatchObject({ details: { minutes: 1 } });
  await expect(use(after(right, 15 * 60))).resolves.toBeUndefined();
});

test("counts of a process, its own and shared ones, end after their window too", async () => {
  const counts = new SharedCounts();
  const uses = { home: { limit: "checkoutByAddress", address: "203.0.113.1" } } as const;
  const timesAt = (moment: Date) => counts.timesOf("home", moment);
  counts.add(uses, 7, ahead);
  expect([timesAt(right), timesAt(after(right, 3599)), timesAt(after(right, 3600))]).toEqual([7, 7, 0]);
  await countUses(database.db, [{ use: uses.home, times: 5 }], ahead);
  counts.add(uses, 1, right);
  await counts.share(database.db, right);
  expect([timesAt(right), timesAt(after(right, 3599)), timesAt(after(right, 3600))]).toEqual([13, 13, 0]);
});

test("turns reserved before the clock stepped back delay nobody", async () => {
  const queue = { place: "203.0.113.1", gap: 20, longest: 120 };
  const turnAt = (form: string, now: Date) => takeTurn(database.db, { ...queue, form, earliest: now }, now);
  for (const form of ["first", "second", "third"]) await turnAt(form, ahead);
  expect(await turnAt("third", right)).toEqual(right);
  expect(await turnAt("fourth", right)).toEqual(after(right, 20));
  // Turns given out since then are kept, and the queue has its limit again.
  expect(await turnAt("fourth", right)).toEqual(after(right, 20));
  for (let form = 5; form <= 9; form++) await turnAt(String(form), right);
  expect(await turnAt("last", right)).toBeNull();
});

test("nonces stay valid", () => {
  let now = ahead;
  const nonces = openNonces([{ value: "a secret of thirty-two characters" }], { now: () => now });
  const guest = { userId: 0, sessionKey: "abc" };
  const made = nonces.create("woocommerce-cart", guest);
  now = right;
  expect(nonces.verify(made, "woocommerce-cart", guest)).toBe(true);
});
