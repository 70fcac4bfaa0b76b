import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { StartError } from "#platform/start-error.ts";
import { allowLongStatements } from "./silence.ts";
import { applyFunctions, findCalled, hasStaleFunctions, rememberFunctions, type SqlFunction } from "./sql-functions.ts";

/** Advisory lock for migrations: "chowk" as ASCII. Any 64-bit number that nothing else on the server locks. */
const migrationLock = 0x63_68_6f_77_6b;

/** The SQLSTATE with which a migration reports what the operator has to do first. */
const operatorsTurn = "CHOWK";

/** The schema that a version of the shop expects. */
export interface Schema {
  /** In the order in which they are applied. */
  migrations: readonly Migration[];
  functions: readonly SqlFunction[];
  /** Rises with every change of a function. */
  functionVersion: number;
}

export interface Migration {
  name: string;
  sql: string;
}

/** Returns the names of a folder's migrations, every `NNNN_name.sql`, in order. @throws if two have the same number. */
export async function listMigrationNames(folder: URL): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  const numbers = new Set(names.map((name) => name.slice(0, 4)));
  if (numbers.size !== names.length) throw new Error("Two migrations have the same number");
  return names;
}

/** Reads the migrations of a folder. @throws if two have the same number. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = await listMigrationNames(folder);
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), "utf8") })));
}

/**
 * Applies missing migrations, forward only, and changed functions. An advisory lock lets one process do so at a time,
 * so several may start at once. Each migration has its own transaction, with the functions it calls applied before it;
 * the last one's transaction also applies all other functions. A failure rolls back only that transaction. Functions of a
 * newer version stay as they are. @param afterwards runs under the same lock. @returns the names of the migrations applied
 * now. @throws StartError if the database has migrations that this version does not know and cannot run with.
 */
export async function migrate(
  pool: pg.Pool,
  schema: Schema,
  afterwards: (client: pg.PoolClient) => Promise<void> = async () => {},
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await allowLongStatements(client);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const applied = await applySchema(client, schema);
    await afterwards(client);
    return applied;
  } finally {
    // Destroyed instead of returned: the lock and the setting end with the connection in any case.
    client.release(true);
  }
}

async function applySchema(
  client: pg.PoolClient,
  { migrations, functions, functionVersion }: Schema,
): Promise<string[]> {
  const missing = await listMissing(client, migrations);
  const last = missing.at(-1);
  await rememberFunctions(client);
  for (const migration of missing) {
    await inOwnTransaction(client, async () => {
      await applyFunctions(client, findCalled(migration.sql, functions), functionVersion);
      await applyMigration(client, migration);
      if (migration === last) await applyFunctions(client, functions, functionVersion);
    });
  }
  if (!last && (await hasStaleFunctions(client, functions, functionVersion)))
    await inOwnTransaction(client, () => applyFunctions(client, functions, functionVersion));
  return missing.map((migration) => migration.name);
}

async function listMissing(client: pg.PoolClient, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  await client.query(
    "create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())",
  );
  // The column is added by a migration.
  const { rows } = await client.query<AppliedMigration>(
    "select name, to_jsonb(m) ->> 'needs' as needs from migrations m order by name",
  );
  const applied = new Set(rows.map((row) => row.name));
  const missing = migrations.filter((migration) => !applied.has(migration.name));
  refuseUnknown(rows, migrations, missing);
  return missing;
}

interface AppliedMigration {
  name: string;
  /** The number of a migration; null: none. */
  needs: string | null;
}

/** The line of a migration after which older versions cannot run: `-- needs: 0045`, the migration that a version must know. */
const needsLine = /^-- needs: (\d{4})$/m;

const numberOf = ({ name }: { name: string }) => name.slice(0, 4);

/** During an update a process of the version before may start on a database that the next one has migrated. */
function refuseUnknown(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
  missing: readonly Migration[],
): void {
  const known = new Set(migrations.map(({ name }) => name));
  const numbers = new Set(migrations.map(numberOf));
  const unknown = applied.filter(({ name }) => !known.has(name));
  const runs = unknown.every(({ needs }) => needs === null || numbers.has(needs));
  if (unknown.length === 0 || (runs && missing.length === 0)) return;
  const names = unknown.map(({ name }) => name);
  const [first] = migrations;
  if (first && missing.includes(first))
    throw new StartError(
      `The database was created by an unreleased version of the shop (it has ${names[0]}, but not ${first.name}) and cannot be updated: export your data with that version, then start with an empty database (another DATA_DIR or DATABASE_URL).`,
    );
  throw new StartError(
    `The database is newer than this version of the shop (it has ${names.join(", ")}): start the version that migrated it, or restore a backup made by this version into an empty database.`,
  );
}

async function applyMigration(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === operatorsTurn)
      throw new StartError(error.message, { cause: error });
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
  await client.query("insert into migrations (name) values ($1)", [migration.name]);
  const [, needs] = needsLine.exec(migration.sql) ?? [];
  if (needs !== undefined)
    await client.query("update migrations set needs = $2 where name = $1", [migration.name, needs]);
}

async function inOwnTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
