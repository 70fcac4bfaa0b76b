import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { StartError } from "#platform/start-error.ts";

/** Any 64-bit number that nobody else on the server locks: "chowk" as ASCII. */
const migrationLock = 0x63_68_6f_77_6b;

/** The error code with which a migration says what an operator has to do first. */
const operatorsTurn = "CHOWK";

export interface Migration {
  name: string;
  sql: string;
}

/** The names of a folder's migrations, every `NNNN_name.sql`, in order. @throws when two carry one number. */
export async function listMigrationNames(folder: URL): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  const numbers = new Set(names.map((name) => name.slice(0, 4)));
  if (numbers.size !== names.length) throw new Error("Two migrations carry the same number");
  return names;
}

/** Reads the migrations of a folder. @throws when two carry one number. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = await listMigrationNames(folder);
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), "utf8") })));
}

/**
 * Applies what is missing, forward only: each migration in a transaction of its own, one process at a time (an advisory
 * lock), so that several processes may start at once. A failing migration leaves the database as it was before it.
 * @param afterwards does what else belongs to it, under the same lock.
 * @returns the names applied now.
 * @throws StartError when the database has a migration that this version does not know: it is newer than the code.
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  afterwards: (client: pg.ClientBase) => Promise<void> = async () => {},
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const applied = await applyMissing(client, migrations);
    await afterwards(client);
    return applied;
  } finally {
    // Destroyed rather than returned: the lock and the setting end with the connection, whatever happened.
    client.release(true);
  }
}

async function applyMissing(client: pg.PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(
    "create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ name: string }>("select name from migrations");
  const applied = new Set(rows.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new StartError(
      `The database is newer than this version of the shop (it has ${unknown.join(", ")}): start the version that brought it there, or restore a backup made by this one into an empty database.`,
    );
  const missing = migrations.filter((migration) => !applied.has(migration.name));
  for (const migration of missing) await applyOne(client, migration);
  return missing.map((migration) => migration.name);
}

async function applyOne(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query("insert into migrations (name) values ($1)", [migration.name]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    if (error instanceof pg.DatabaseError && error.code === operatorsTurn)
      throw new StartError(error.message, { cause: error });
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}
