import { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { readPages, writeCsv } from "./write-csv.ts";

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});

test("rows are read from the database only as fast as they are written", async () => {
  const rows = 100_000;
  let read = 0;
  let bytes = 0;
  let goOn: (() => void) | undefined;
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (goOn) done();
      else goOn = done;
    },
  });
  const writing = writeCsv(db, target, ["n"], async function* (db) {
    const query = sql`select n from generate_series(1, ${rows}::int) n`;
    for await (const page of readPages<{ n: number }>(db, query, 100)) {
      read += page.length;
      for (const { n } of page) yield [n, "x".repeat(100)];
    }
  });
  let before = -1;
  // Until nothing more is read.
  await expect.poll(() => before === (before = read) && read > 0, { interval: 200 }).toBe(true);
  expect(read).toBeLessThan(rows / 50);
  goOn?.();
  await writing;
  expect(read).toBe(rows);
  expect(bytes).toBeGreaterThan(rows * 100);
});

test("an error while reading ends the file and is thrown", async () => {
  const target = new Writable({ write: (_chunk, _encoding, done) => done() });
  const writing = writeCsv(db, target, ["n"], async function* (db) {
    for await (const page of readPages<{ n: number }>(db, sql`select 1 / (3 - n) as n from generate_series(1, 9) n`, 1))
      yield page.map(({ n }) => n);
  });
  await expect(writing).rejects.toThrow(/Failed query/);
  expect(target.destroyed).toBe(true);
});
