import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { announceChange, onLocalChange } from "./changes.ts";
import { inTransaction } from "./transaction.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isBare: true });
});

test("listeners are called after the commit and not after a rollback", async () => {
  const heard: string[] = [];
  const stop = onLocalChange((tags) => heard.push(...tags));
  await inTransaction(database.db, async (db) => {
    await announceChange(db, ["product:1"]);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual(["product:1"]);
  const failing = inTransaction(database.db, async (db) => {
    await announceChange(db, ["product:2"]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(heard).toEqual(["product:1"]);
  stop();
});

test("rolling back an inner transaction undoes only its own writes", async () => {
  await inTransaction(database.db, async (db) => {
    await db.execute(sql`insert into settings (key, value) values ('outer', '1')`);
    await inTransaction(db, async (db) => {
      await db.execute(sql`insert into settings (key, value) values ('inner', '1')`);
      throw new Error("inner");
    }).catch(() => undefined);
  });
  const { rows } = await database.db.execute(sql`select key from settings order by key`);
  expect(rows).toEqual([{ key: "outer" }]);
});
