import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { listDeliveryZones } from "#shop/delivery/delivery-zones.ts";
import { cityKey } from "#shop/delivery/place.rules.ts";
import { createTestDatabase } from "../../tests/support/test-database.ts";

const migration = new URL("migrations/0067_places_in_one_spelling.sql", import.meta.url);
/** As they were kept before. */
const kept = ["karachi", "karachi,", "(karachi)", "t. t. singh", "d.g. khan / kot", "کراچی،", "گلگت", "sector 7", "!!"];

test("the migration spells the cities of zones as they are compared, each once, and leaves one of marks alone", async () => {
  const { db, pool } = await createTestDatabase();
  await giveZone(db, "Cities", "PK:SD", []);
  await pool.query(
    "insert into delivery_places (zone_id, country, state, city) select id, 'PK', '', unnest($1::text[]) from delivery_zones",
    [kept],
  );
  await pool.query(await readFile(migration, "utf8"));
  const [zone] = await listDeliveryZones(db);
  const cities = zone?.places.map(({ state, city }) => state + city).sort();
  expect(cities).toEqual([...new Set(["SD", ...kept.map((city) => cityKey(city) || city)])].sort());
});

test("the migration forgets countries that nothing is delivered to, and what else was said of the cart stays", async () => {
  const { pool } = await createTestDatabase();
  await pool.query(`insert into sessions (token_hash, customer_key, created_at, renewed_at, expires_at)
    select sha256(name::bytea), 't_' || left(md5(name), 30), now(), now(), now() from unnest('{AE,PK}'::text[]) name`);
  await pool.query(`insert into cart_deliveries (session_id, country, state, city, postcode, method_id)
    select id, case when token_hash = sha256('AE') then 'AE' else 'PK' end, '', 'Karachi', '', 'flat_rate:1' from sessions`);
  await pool.query(await readFile(migration, "utf8"));
  const { rows } = await pool.query("select country, city, method_id from cart_deliveries order by country");
  expect(rows).toEqual([
    { country: "PK", city: "Karachi", method_id: "flat_rate:1" },
    { country: null, city: null, method_id: "flat_rate:1" },
  ]);
});
