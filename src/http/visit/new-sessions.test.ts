import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { NewSessions, returnedSessionLimits } from "./new-sessions.ts";
import { NewestOfNetworks } from "./newest-of-networks.ts";
import { guestLifetime, newGuestLifetime } from "./session-lifetime.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const noon = new Date("2026-11-21T12:00:00Z");
const nextDay = new Date(noon.getTime() + 24 * 3_600_000);
const ip = "203.0.113.1";

/** Adds sessions as they are after their first request. @returns their ids */
async function addSessions(count: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into sessions (token_hash, customer_key, created_at, renewed_at, expires_at)
       select sha256(random()::text::bytea), 't_' || md5(random()::text), $2, $2::timestamptz, $2::timestamptz + make_interval(secs => $3)
       from generate_series(1, $1::int) returning id::int as id`,
    [count, noon.toISOString(), newGuestLifetime],
  );
  return rows.map(({ id }) => id);
}

const longLived = async () =>
  (
    await database.pool.query<{ count: number }>(
      "select count(*)::int as count from sessions where expires_at >= $1::timestamptz + make_interval(secs => $2)",
      [noon.toISOString(), guestLifetime],
    )
  ).rows[0]?.count;

test("an address gives so many sessions a day a long life, over all processes; a later request of the others tries again", async () => {
  const [one, two] = [new NewSessions(), new NewSessions()];
  const { address: most } = returnedSessionLimits;
  const ids = await addSessions(most + 20);
  for (const id of ids.slice(0, most)) one.confirm(id, ip, noon);
  await one.write(database.db, noon);
  const late = ids.slice(most);
  // The second process learns of the first one's with its own first confirmation.
  for (const id of late.slice(0, 1)) two.confirm(id, ip, noon);
  await two.write(database.db, noon);
  for (const id of late) two.confirm(id, ip, noon);
  await two.write(database.db, noon);
  expect(await longLived()).toBe(most + 1);
  for (const id of late.slice(1)) two.confirm(id, ip, nextDay);
  await two.write(database.db, nextDay);
  expect(await longLived()).toBe(most + 20);
});

test("of each network, and of all, the last used are kept", () => {
  const sessions = new NewestOfNetworks({ network: 3, all: 5 });
  expect([1, 2, 3].flatMap((id) => sessions.add(id, "a"))).toEqual([]);
  expect(sessions.add(1, "a")).toEqual([]);
  expect(sessions.add(4, "a")).toEqual([2]);
  expect([5, 6, 7].flatMap((id) => sessions.add(id, "b"))).toEqual([3]);
});
