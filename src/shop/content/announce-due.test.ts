import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { onLocalChange, type Tag } from "#db/changes.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { announceDue } from "./announce-due.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);

/** Returns the tags announced at a moment. */
async function announced(now: Date): Promise<Tag[]> {
  const heard: Tag[] = [];
  const stop = onLocalChange((tags) => heard.push(...tags));
  await announceDue(database.db, now);
  stop();
  return heard;
}

async function addSale(from: string, to: string): Promise<number> {
  const { rows } = await database.db.execute<{ id: number }>(sql`
    insert into products (type, name, slug, regular_price, sale_price, sale_starts_at, sale_ends_at)
    values ('simple', 'Sale', ${`sale-${from}`}, 1000, 900, ${at(from).toISOString()}::timestamptz,
      ${at(to).toISOString()}::timestamptz) returning id`);
  return Number(rows[0]?.id);
}

test("a sale's start and end are announced once each, in the first minute after them", async () => {
  const id = await addSale("12:00", "12:03");
  expect(await announced(at("11:59"))).toEqual([]);
  expect(await announced(at("12:00"))).toEqual([`product:${id}`, "products"]);
  expect(await announced(at("12:01"))).toEqual([]);
  expect(await announced(at("12:02"))).toEqual([]);
  expect(await announced(at("12:03"))).toEqual([`product:${id}`, "products"]);
  expect(await announced(at("12:04"))).toEqual([]);
});

test("a sale is also announced for the groups of its product", async () => {
  const id = await addSale("12:30", "12:33");
  const { rows } = await database.db.execute<{ id: string }>(sql`with made as (insert into products (type, name, slug)
      values ('grouped', 'Group', 'group') returning id)
    insert into product_links (product_id, kind, position, linked_id)
      select id, 'grouped', 0, ${id}::bigint from made returning product_id as id`);
  for (const moment of ["12:30", "12:33"])
    expect(await announced(at(moment))).toEqual([`product:${id}`, `product:${rows[0]?.id}`, "products"]);
});

test("changes that fell due while the shop was stopped are announced on its return", async () => {
  const id = await addSale("13:00", "23:59");
  expect(await announced(at("18:00"))).toEqual([`product:${id}`, "products"]);
});
