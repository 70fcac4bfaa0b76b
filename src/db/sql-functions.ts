import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

/** A database function, defined in a file named after it. */
export interface SqlFunction {
  name: string;
  sql: string;
  /** SHA-256 of `sql` in hex. */
  hash: string;
}

/** Returns the names of a folder's functions, every `name.sql`. */
export async function listFunctionNames(folder: URL): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^[a-z0-9_]+\.sql$/.test(name));
  return names.map((name) => name.slice(0, -".sql".length)).sort();
}

/** Reads the functions of a folder, in no particular order. */
export async function readFunctions(folder: URL): Promise<SqlFunction[]> {
  const names = await listFunctionNames(folder);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(`${name}.sql`, folder), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Returns the version of a folder's functions, from its `version.json`. It rises with every change of a function, so that
 * an older version of the shop cannot replace newer ones.
 */
export async function readFunctionVersion(folder: URL): Promise<number> {
  const { version } = JSON.parse(await readFile(new URL("version.json", folder), "utf8")) as { version: number };
  return version;
}

/**
 * Returns the functions that an SQL text calls or attaches to a trigger, and those that they call, callees first.
 * @throws Error if calls are circular.
 */
export function findCalled(sql: string, functions: readonly SqlFunction[]): SqlFunction[] {
  const found = new Set<SqlFunction>();
  const addCalled = (sql: string, callers: readonly SqlFunction[]) => {
    const called = namesCalled(sql);
    for (const one of functions) if (called.has(one.name) && one !== callers.at(-1)) add(one, callers);
  };
  const add = (one: SqlFunction, callers: readonly SqlFunction[]) => {
    if (found.has(one)) return;
    const path = [...callers, one];
    if (callers.includes(one))
      throw new Error(`SQL functions call each other in a circle: ${path.map(nameOf).join(", ")}`);
    addCalled(one.sql, path);
    found.add(one);
  };
  addCalled(sql, []);
  return [...found];
}

/** Returns all functions, callees first. @throws Error if calls are circular. */
export function inCallOrder(functions: readonly SqlFunction[]): SqlFunction[] {
  return findCalled(functions.map(({ name }) => `${name}()`).join(" "), functions);
}

const nameOf = ({ name }: SqlFunction) => name;

/** Returns every name before a parenthesis, except in comments and in drop and alter statements. */
function namesCalled(sql: string): Set<string> {
  const code = sql
    .replace(/--.*$/gm, "")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\b(drop|alter)\s+function\b[^;]*/gi, "");
  return new Set([...code.matchAll(/\b([a-z_][a-z0-9_]*)\s*\(/gi)].map(([, name = ""]) => name.toLowerCase()));
}

/** Creates the tables that store the hash of each applied function, and every version whose functions were applied. */
export async function rememberFunctions(client: pg.ClientBase): Promise<void> {
  await client.query(`create table if not exists sql_functions
    (name text primary key, hash text not null, applied_at timestamptz not null default now())`);
  await client.query(`create table if not exists sql_function_versions
    (version integer primary key, applied_at timestamptz not null default now())`);
}

/** Returns whether `applyFunctions` has something to do. */
export async function hasStaleFunctions(
  client: pg.ClientBase,
  functions: readonly SqlFunction[],
  version: number,
): Promise<boolean> {
  const applied = await readApplied(client);
  return version > applied.version || functions.some((one) => isStale(one, version, applied));
}

/**
 * Creates or replaces functions that are missing or outdated, callees first, and stores their version. If functions of a
 * newer version were applied before, it only creates missing ones. Must run in a transaction, under the migrations' lock.
 * @throws Error if a function cannot be replaced in place: its parameters or result type changed, or stored values depend
 * on it.
 */
export async function applyFunctions(
  client: pg.ClientBase,
  functions: readonly SqlFunction[],
  version: number,
): Promise<void> {
  const applied = await readApplied(client);
  const stale = inCallOrder(functions).filter((one) => isStale(one, version, applied));
  for (const one of stale) await (applied.hashes.has(one.name) ? replace(client, one) : create(client, one));
  await client.query(
    `insert into sql_functions (name, hash) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set hash = excluded.hash, applied_at = excluded.applied_at`,
    [stale.map(nameOf), stale.map(({ hash }) => hash)],
  );
  await client.query("insert into sql_function_versions (version) values ($1) on conflict do nothing", [version]);
}

interface Applied {
  /** By name. */
  hashes: ReadonlyMap<string, string>;
  /** The newest version whose functions were applied; 0 if there is none. */
  version: number;
}

async function readApplied(client: pg.ClientBase): Promise<Applied> {
  const functions = await client.query<{ name: string; hash: string }>(
    "select name, hash from sql_functions where to_regproc(name) is not null",
  );
  const versions = await client.query<{ newest: number }>(
    "select coalesce(max(version), 0) as newest from sql_function_versions",
  );
  return {
    hashes: new Map(functions.rows.map(({ name, hash }) => [name, hash])),
    version: versions.rows[0]?.newest ?? 0,
  };
}

function isStale({ name, hash }: SqlFunction, version: number, applied: Applied): boolean {
  return version < applied.version ? !applied.hashes.has(name) : applied.hashes.get(name) !== hash;
}

async function create(client: pg.ClientBase, { name, sql }: SqlFunction): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    throw new Error(`The SQL function ${name} could not be applied`, { cause });
  }
}

async function replace(client: pg.ClientBase, one: SqlFunction): Promise<void> {
  await refuseStoredUses(client, one);
  try {
    await create(client, one);
  } catch (error) {
    if (!(error instanceof Error && hasOtherShape(error.cause))) throw error;
    throw changedShape(one, error);
  }
  const { rows } = await client.query("select from pg_proc where oid = to_regproc($1)", [one.name]);
  // With different parameters PostgreSQL keeps the old function next to the new one; checking the name alone would miss
  // that.
  if (rows.length === 0) throw changedShape(one);
}

/** Returns whether PostgreSQL rejected a different result type, or different names or defaults of parameters. */
function hasOtherShape(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "42P13";
}

function changedShape({ name }: SqlFunction, cause?: Error): Error {
  return new Error(
    `The SQL function ${name} would change its parameters or its result, but the previous version of the shop still calls it: give the new function another name, or drop the old one in a migration.`,
    { cause },
  );
}

/**
 * Indexes, generated columns and check constraints contain earlier results of the function, which a new body might
 * contradict.
 */
async function refuseStoredUses(client: pg.ClientBase, { name }: SqlFunction): Promise<void> {
  const { rows } = await client.query<{ use: string }>(
    `with recursive users as (
       select to_regproc($1)::oid as oid
       union
       select d.objid from users join pg_depend d on d.refclassid = 'pg_proc'::regclass and d.refobjid = users.oid
       where d.classid = 'pg_proc'::regclass
     )
     select pg_describe_object(d.classid, d.objid, d.objsubid) as use
     from users join pg_depend d on d.refclassid = 'pg_proc'::regclass and d.refobjid = users.oid
     left join pg_attrdef def on d.classid = 'pg_attrdef'::regclass and def.oid = d.objid
     left join pg_attribute a on a.attrelid = def.adrelid and a.attnum = def.adnum
     where d.classid in ('pg_class'::regclass, 'pg_constraint'::regclass) or a.attgenerated <> ''
     order by use limit 1`,
    [name],
  );
  if (rows[0])
    throw new Error(
      `The SQL function ${name} cannot be replaced, because its results are stored (${rows[0].use}): give the new function another name, and rebuild that with it in a migration.`,
    );
}
