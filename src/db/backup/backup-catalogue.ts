import pg from "pg";
import type { BackupSequence, BackupTable } from "./backup-format.ts";

/** The shop's own tables, and those of the job queue: waiting jobs, such as an order's mail, must survive. */
const schemas = ["public", "graphile_worker"];

/**
 * Tables without shop data, which a restore leaves alone: the first four describe the schema (their migrations must
 * match), and the change log and the keys belong to this database.
 */
const otherTables = [
  "public.migrations",
  "public.sql_functions",
  "public.sql_function_versions",
  "graphile_worker.migrations",
  "public.changes",
  "public.change_log",
  "public.secret_keys",
];

export type TableShape = Omit<BackupTable, "rows">;

/** A foreign key and whether it is deferrable. */
export interface ForeignKey {
  table: string;
  name: string;
  timing: string;
}

/** Returns every table that a backup contains, with its stored columns, by name. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select n.nspname as schema, c.relname as name,
       coalesce(array_agg(a.attname::text order by a.attname) filter (where a.attname is not null), '{}') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     left join pg_attribute a
       on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1, 2`,
    [schemas, otherTables],
  );
  return rows;
}

/** Returns every sequence with its state, including those of identity columns, except that of the change log. */
export async function listSequences(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any($1) and c.relname <> 'changes_id_seq' order by 1, 2`,
    [schemas],
  );
  const sequences: BackupSequence[] = [];
  for (const { schema, name } of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted({ schema, name })}`,
    );
    for (const row of state.rows) sequences.push({ schema, name, ...row });
  }
  return sequences;
}

/** Returns the foreign keys between the tables, as `alter table ... alter constraint` names them. */
export async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<{ schema: string; table: string; name: string; timing: string }>(
    `select n.nspname as schema, c.relname as table, k.conname as name,
       case when k.condeferred then 'deferrable initially deferred'
            when k.condeferrable then 'deferrable initially immediate' else 'not deferrable' end as timing
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1) order by 1, 2, 3`,
    [schemas],
  );
  return rows.map(({ schema, table, name, timing }) => ({
    table: quoted({ schema, name: table }),
    name: pg.escapeIdentifier(name),
    timing,
  }));
}

/** Returns the names of the shop's applied migrations, and of the job queue's last one. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const own = await has(client, "public.migrations");
  const jobs = await has(client, "graphile_worker.migrations");
  const { rows: names } = own
    ? await client.query<{ name: string }>("select name from public.migrations order by name")
    : { rows: [] };
  const { rows: last } = jobs
    ? await client.query<{ name: string }>(
        "select 'graphile_worker ' || max(id) as name from graphile_worker.migrations having max(id) is not null",
      )
    : { rows: [] };
  return [...names, ...last].map(({ name }) => name);
}

async function has(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [table]);
  return rows[0]?.found ?? false;
}

/** Returns the quoted name of a table or sequence. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Returns a table's quoted name with its columns, for COPY. */
export function quotedWithColumns(table: TableShape): string {
  return `${quoted(table)} (${table.columns.map((column) => pg.escapeIdentifier(column)).join(", ")})`;
}

/** Settings that make COPY's text independent of the server's configuration, and limits for large tables. */
export const copySettings = `set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s'`;
