import { randomBytes } from "node:crypto";
import { createWriteStream, readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { Logger } from "graphile-worker";
import pg from "pg";
import { pack } from "tar-stream";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { backUp } from "#db/backup/backup.ts";
import { type RestoreOptions, restore } from "#db/backup/restore.ts";
import { backUpIfDue } from "#db/backup/scheduled-backups.ts";
import { followChanges } from "#db/change-follower.ts";
import { openPool } from "#db/database.ts";
import { startWorker, workLock } from "#platform/jobs/job-queue.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { until } from "./database-fixture.ts";

let from: TestDatabase;
let to: TestDatabase;
let folder: string;
let file: string;
const quiet = () => undefined;
const mediaOf = (name: string) => ({ media: openLocalFolder(path.join(folder, name)) });

/** Tables that reference each other and themselves, with values that are hard to preserve. */
const oddTables = `
  create table odd_one (id bigint primary key generated always as identity, parent bigint references odd_one,
    two bigint, body text, raw bytea, doc jsonb, at timestamptz, doubled bigint generated always as (id * 2) stored);
  create table odd_two (id bigint primary key, one bigint not null references odd_one);
  alter table odd_one add constraint odd_circle foreign key (two) references odd_two deferrable;
  create function odd_change() returns trigger language plpgsql as $$ begin new.body = 'changed'; return new; end $$;
  create trigger odd_trigger before insert on odd_one for each row execute function odd_change()`;

const noOddTables = `drop table odd_one, odd_two cascade; drop function odd_change;
  truncate graphile_worker._private_jobs, graphile_worker._private_tasks, graphile_worker._private_job_queues`;

const oddRows = `
  alter table odd_one disable trigger odd_trigger;
  insert into odd_one (id, parent, body, raw, doc, at) overriding system value values
    (7, 9, E'tab\\there, \\\\N, line\\nbreak, ü, 😀', '\\x00ff', '{"a": [1, null]}', '2026-11-21 10:00:00.123456+05'),
    (9, 7, null, null, null, 'infinity');
  insert into odd_two values (1, 7); update odd_one set two = 1 where id = 9;
  alter table odd_one enable trigger odd_trigger; select nextval('odd_one_id_seq'), nextval('odd_one_id_seq');
  select graphile_worker.add_job('mail', '{"order": 1001}', job_key := 'order:1001', run_at := now() + interval '1 hour');
  select graphile_worker.add_job('mail', '{"order": 1002}', queue_name := 'mails');
  update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone' where key is null`;

beforeAll(async () => {
  [from, to] = [await createTestDatabase({ isBare: true }), await createTestDatabase({ isBare: true })];
});

beforeEach(async () => {
  for (const { pool } of [from, to]) await pool.query(oddTables);
  await from.pool.query(oddRows);
  folder = await mkdtemp(path.join(tmpdir(), "chowk-backup-"));
  file = path.join(folder, "shop.backup");
  await mkdir(path.join(folder, "from/2026/11"), { recursive: true });
  await writeFile(path.join(folder, "from/2026/11/größe 1.webp"), Buffer.alloc(300_000, "picture"));
  await writeFile(path.join(folder, "from/empty"), "");
});

afterEach(async () => {
  for (const { pool } of [from, to]) await pool.query(noOddTables);
  await rm(folder, { recursive: true, force: true });
});

const allRows = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query(
    `select (select jsonb_agg(t order by id) from odd_one t) one, (select jsonb_agg(t) from odd_two t) two,
      (select last_value from odd_one_id_seq) as last,
      (select jsonb_agg(jsonb_build_array(payload, key, run_at) order by id) from graphile_worker._private_jobs) as jobs`,
  );
  return rows[0];
};

const tryRestore = (force = false, more: Partial<RestoreOptions> = {}) =>
  restore(to.pool, mediaOf("to"), file, { force, now: new Date(), progress: quiet, ...more });

/** Asserts that a refused restore left rows, sequences and files unchanged. */
async function expectUnchanged(): Promise<void> {
  const { rows } = await to.pool.query("select body from odd_one");
  expect(rows).toEqual([{ body: "changed" }]);
  const next = await to.pool.query("insert into odd_one (body) values ('x') returning id");
  expect(Number(next.rows[0].id)).toBe(2);
  expect(await readdir(path.join(folder, "to"), { recursive: true })).toEqual(["mine"]);
}

async function putOwnData(): Promise<void> {
  await to.pool.query("insert into odd_one (body) values ('x')");
  await mkdir(path.join(folder, "to"), { recursive: true });
  await writeFile(path.join(folder, "to/mine"), "mine");
}

describe("backup and restore", () => {
  test("preserve rows, circular references, sequences, waiting jobs and files", async () => {
    await backUp(from.pool, mediaOf("from"), file, quiet);
    await tryRestore();
    expect(await allRows(to)).toEqual(await allRows(from));
    const { rows } = await to.pool.query(
      "select locked_by from graphile_worker._private_jobs where locked_at is not null",
    );
    expect(rows).toEqual([]);
    const picture = await readFile(path.join(folder, "to/2026/11/größe 1.webp"));
    expect(picture.equals(await readFile(path.join(folder, "from/2026/11/größe 1.webp")))).toBe(true);
    expect(await readFile(path.join(folder, "to/empty"), "utf8")).toBe("");
    expect(await readdir(folder)).toEqual(["from", "shop.backup", "to"]);
  });

  test("make running processes purge every page", async () => {
    const heard: unknown[] = [];
    const connect = async () => {
      const client = new pg.Client(to.connection);
      await client.connect();
      return client;
    };
    const onChange = (changed: unknown) => heard.push(changed);
    const follower = await followChanges({ connect }, { onChange, onLost: quiet, onRestored: quiet });
    onTestFinished(() => follower.close());
    await from.pool.query("insert into changes (tags) values ('{menus}')");
    await backUp(from.pool, mediaOf("from"), file, quiet);
    await tryRestore();
    await expect.poll(() => heard).toContain("*");
    const { rows } = await to.pool.query("select distinct tags from changes");
    expect(rows).toEqual([{ tags: ["settings"] }]);
  });

  test("leave triggers and foreign keys unchanged", async () => {
    await backUp(from.pool, mediaOf("from"), file, quiet);
    await tryRestore();
    const sql = `select conname, condeferrable, condeferred from pg_constraint where contype = 'f' order by 1, 2`;
    expect((await to.pool.query(sql)).rows).toEqual((await from.pool.query(sql)).rows);
    const added = await to.pool.query("insert into odd_one (body) values ('x') returning body");
    expect(added.rows).toEqual([{ body: "changed" }]);
    await expect(to.pool.query("insert into odd_two values (5, 12345)")).rejects.toThrow(/foreign key/);
  });

  test("--force replaces existing data and files; without it, a restore refuses to", async () => {
    await backUp(from.pool, mediaOf("from"), file, quiet);
    await putOwnData();
    await expect(tryRestore()).rejects.toThrow(/already contains data .* --force/);
    await tryRestore(true);
    expect(await allRows(to)).toEqual(await allRows(from));
    expect(await readdir(path.join(folder, "to"))).toEqual(["2026", "empty"]);
  });
});

describe("order numbers after a restore", () => {
  const placeOrders = async ({ pool }: TestDatabase, count: number) => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into orders (order_key, status, currency, currency_minor_unit, subtotal, shipping_total, discount_total,
         tax_total, total, payment_method, payment_method_title, billing, shipping, cart_hash, created_at, updated_at)
       select 'wc_order_' || md5(random()::text), 'completed', 'PKR', 2, 1, 0, 0, 0, 1, 'cod', 'Cash', '{}', '{}', '', now(), now()
       from generate_series(1, $1::int) returning id`,
      [count],
    );
    return rows.map(({ id }) => id);
  };
  const nextOf = async (database: TestDatabase) => (await placeOrders(database, 1))[0] ?? 0;

  afterEach(async () => {
    for (const { pool } of [from, to]) await pool.query("truncate orders cascade");
  });

  test("continue above those given after the backup, which the replaced shop still knows", async () => {
    await placeOrders(from, 3);
    await backUp(from.pool, mediaOf("from"), file, quiet);
    await tryRestore();
    const lost = await placeOrders(to, 5);
    await tryRestore(true, { now: new Date(Date.now() + 30 * 86_400_000) });
    expect(await nextOf(to)).toBe(Math.max(...lost) + 1);
  });

  test("skip two busiest days for each lost day if the shop they were given in is gone", async () => {
    const known = await placeOrders(from, 300);
    await backUp(from.pool, mediaOf("from"), file, quiet);
    await tryRestore(false, { now: new Date(Date.now() + 9.5 * 86_400_000) });
    const next = await nextOf(to);
    expect(next).toBeGreaterThan(Math.max(...known) + 2 * 300 * 10);
    expect(next).toBeLessThan(Math.max(...known) + 2 * 300 * 11 + 1_002);
  });

  test("continue at once with --keep-numbers", async () => {
    const known = await placeOrders(from, 2);
    await backUp(from.pool, mediaOf("from"), file, quiet);
    await tryRestore(false, { keepsNumbers: true });
    expect(await nextOf(to)).toBe(Math.max(...known) + 1);
  });
});

/** Counts the connections to this database that hold the lock of a running shop or restore. */
async function holders(): Promise<number | null> {
  const { rowCount } = await to.pool.query(
    `select from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and objid = $1 and datname = current_database()`,
    [workLock],
  );
  return rowCount;
}

test("a restore refuses while a shop is running", async () => {
  await backUp(from.pool, mediaOf("from"), file, quiet);
  const logger = new Logger(() => () => undefined);
  const stop = startWorker({ pool: to.pool, tasks: {}, crontab: "", concurrency: 1, logger });
  onTestFinished(stop);
  await expect.poll(() => holders()).toBe(1);
  await putOwnData();
  await expect(tryRestore(true)).rejects.toThrow(/The shop is running: stop it/);
  await expectUnchanged();
  await stop();
  await expect.poll(() => holders()).toBe(0);
  await tryRestore(true);
  expect(await allRows(to)).toEqual(await allRows(from));
});

describe("a failed restore changes nothing", () => {
  beforeEach(async () => {
    await backUp(from.pool, mediaOf("from"), file, quiet);
    await putOwnData();
  });

  test("when the file is truncated", async () => {
    const bytes = await readFile(file);
    for (const share of [0.3, 0.9, 0.999]) {
      await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * share)));
      await expect(tryRestore(true)).rejects.toThrow(/damaged .* nothing was changed/);
    }
    await expectUnchanged();
  });

  test("and releases its lock even when closing its connection takes long", async () => {
    const pool = openPool(to.connection, 1);
    onTestFinished(() => pool.end());
    pool.on("connect", (client) => {
      const end = client.end.bind(client) as (done: () => void) => void;
      client.end = ((done: () => void) => void setTimeout(end, 1000, done)) as typeof client.end;
    });
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * 0.9)));
    await expect(restore(pool, mediaOf("to"), file, { force: true, now: new Date(), progress: quiet })).rejects.toThrow(
      /damaged/,
    );
    expect(await holders()).toBe(0);
  });

  test("when any byte of the file is wrong", async () => {
    const bytes = await readFile(file);
    for (const place of [0.2, 0.5, 0.8, 0.9999]) {
      const spoilt = Buffer.from(bytes);
      const index = Math.floor(bytes.length * place);
      spoilt[index] = (spoilt[index] ?? 0) ^ 0x10;
      await writeFile(file, spoilt);
      await expect(tryRestore(true)).rejects.toThrow(/damaged .* nothing was changed/);
    }
    await expectUnchanged();
  });

  test("when paths in the file lead outside the folder", async () => {
    const tar = gunzipSync(await readFile(file));
    for (const name of ["media/../../evil", "/etc/evil", "media/..", "elsewhere/evil", "media/a\\..\\evil"]) {
      await writeFile(file, gzipSync(Buffer.concat([tar.subarray(0, -1024), await entryNamed(name)])));
      await expect(tryRestore(true)).rejects.toThrow(/do not trust this file/);
    }
    await expectUnchanged();
    expect(await readdir(folder)).not.toContain("evil");
  });

  test("when the file is not a backup or is missing", async () => {
    await writeFile(file, gzipSync(await entryNamed("holiday.jpg")));
    await expect(tryRestore(true)).rejects.toThrow(/is not a backup/);
    await writeFile(file, "text");
    await expect(tryRestore(true)).rejects.toThrow(/damaged/);
    await rm(file);
    await expect(tryRestore(true)).rejects.toThrow(/Cannot read/);
    await expectUnchanged();
  });

  test("when the database has another version", async () => {
    await to.pool.query("alter table odd_two add column more text");
    await expect(tryRestore(true)).rejects.toThrow(/another version of the shop .*odd_two/);
    await expectUnchanged();
  });
});

test("a backup that cannot be written reports one line and leaves no files behind", async () => {
  await expect(backUp(from.pool, mediaOf("from"), path.join(folder, "none/file"), quiet)).rejects.toThrow(
    /^Cannot write the backup .* \(ENOENT\)/,
  );
  expect(await readdir(folder)).toEqual(["from"]);
});

test("backing up a running shop skips temporary files and files deleted meanwhile", async () => {
  const source = path.join(folder, "from");
  await writeFile(path.join(source, "2026/11/new.webp.1234.part"), "draft");
  // Large and incompressible: while it is being added, the files after it are already listed.
  await writeFile(path.join(source, "2026/11/aaa.webp"), randomBytes(20_000_000));
  const gone = path.join(source, "2026/11/gone.webp");
  await writeFile(gone, "gone");
  const removing = (async () => {
    const spool = () => readdirSync(folder).find((name) => name.startsWith("shop.backup.part-")) ?? "none";
    const archived = () => statSync(path.join(folder, spool(), "archive"), { throwIfNoEntry: false })?.size ?? 0;
    expect(await until(() => archived() > 1_000_000, 20_000)).toBe(true);
    await rm(gone);
  })();
  const [{ files }] = await Promise.all([backUp(from.pool, mediaOf("from"), file, quiet), removing]);
  expect(files).toBe(3);
  await tryRestore();
  expect((await readdir(path.join(folder, "to/2026/11"))).sort()).toEqual(["aaa.webp", "größe 1.webp"]);
});

test("scheduled backups are made when they are due; the newest are kept, and so are other files", async () => {
  const dir = path.join(folder, "backups/shop");
  const start = new Date("2026-12-01T10:15:30Z").getTime();
  const written: (string | undefined)[] = [];
  for (const hours of [0, 23, 24, 48, 49]) {
    const file = await backUpIfDue(
      from.pool,
      mediaOf("from"),
      { dir, hours: 24, keep: 2 },
      new Date(start + hours * 3_600_000),
    );
    written.push(file && path.basename(file));
    if (hours === 0) await writeFile(path.join(dir, "notes.txt"), "mine");
  }
  const kept = ["shop-2026-12-02T101530Z.backup", "shop-2026-12-03T101530Z.backup"];
  expect(written).toEqual(["shop-2026-12-01T101530Z.backup", undefined, ...kept, undefined]);
  expect((await readdir(dir)).sort()).toEqual(["notes.txt", ...kept]);
  await restore(to.pool, mediaOf("to"), path.join(dir, kept[1] ?? ""), {
    force: false,
    now: new Date(),
    progress: quiet,
  });
  expect(await allRows(to)).toEqual(await allRows(from));
});

test("a backup removes the leftovers of a killed backup", async () => {
  await mkdir(`${file}.part-999999999-abcdef`);
  await mkdir(`${file}.part-${process.pid}-abcdef`);
  await backUp(from.pool, mediaOf("from"), file, quiet);
  expect(await readdir(folder)).toEqual(["from", "shop.backup", `shop.backup.part-${process.pid}-abcdef`]);
});

async function entryNamed(name: string): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name }, "evil");
  archive.finalize();
  const target = path.join(folder, "entry.gz");
  await pipeline(archive, createGzip(), createWriteStream(target));
  const tar = gunzipSync(await readFile(target));
  await rm(target);
  return tar;
}
