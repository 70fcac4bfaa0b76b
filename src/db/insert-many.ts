import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Builds an INSERT of many rows whose values are sent as one JSON parameter: about five times faster than one parameter
 * per value, and without the protocol's limit of 65,535 parameters. Every row has the keys of the first. A conflict
 * clause or RETURNING can be appended.
 */
export function insertMany<Table extends PgTable>(table: Table, rows: readonly InferInsertModel<Table>[]): SQL {
  const columns = getTableColumns(table);
  const names = Object.keys(rows[0] ?? {}).map((key) => ({ key, name: columnName(columns, key) }));
  const records = rows.map((row) =>
    Object.fromEntries(names.map(({ key, name }) => [name, (row as Record<string, unknown>)[key]])),
  );
  const list = sql.join(
    names.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  return sql`insert into ${table} (${list})
    select ${list} from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`;
}

function columnName(columns: Record<string, { name: string }>, key: string): string {
  const column = columns[key];
  if (!column) throw new Error(`No column for ${key}`);
  return column.name;
}
