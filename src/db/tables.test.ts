import { readdirSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";

const ownedBySql = "SQL functions write it; the code that reads it uses their SQL";
const upserted = "upserts, locks and `delete ... returning` in plain SQL, next to the rule they serve";
const writtenWithOrder = "one SQL statement writes the order and all its parts";

/** Tables without a Drizzle definition, and the reason. */
const undefinedTables: Readonly<Record<string, string>> = {
  migrations: "used only by the migrator",
  sql_functions: "used only by the migrator",
  sql_function_versions: "used only by the migrator",
  secret_keys: "src/db/shared-keys.ts reads and writes it in plain SQL",
  cart_attempts: ownedBySql,
  audit_log: "triggers write it; src/shop/audit/audit-log.ts reads it in plain SQL",
  change_log: "src/db/change-log.ts reads and writes it in plain SQL",
  changes: "src/db/change-log.ts reads and writes it in plain SQL",
  product_search: ownedBySql,
  search_vocabulary: ownedBySql,
  article_search: ownedBySql,
  article_products: upserted,
  cart_reminders: upserted,
  changed_texts: ownedBySql,
  public_files: upserted,
  related_clicks: upserted,
  related_content: upserted,
  licence_keys: "assigned in plain SQL, next to the rule it serves",
  licence_lists: "locked and upserted in plain SQL, next to the rule it serves",
  order_coupons: writtenWithOrder,
  order_downloads: "one SQL statement gives an order all its files and licences",
  order_events: writtenWithOrder,
  order_fees: writtenWithOrder,
  order_licences: "one SQL statement gives an order all its files and licences",
  order_taxes: writtenWithOrder,
  application_passwords: upserted,
  back_in_stock_requests: upserted,
  bought_together: upserted,
  first_orders: "a trigger writes it; the view counted_orders counts it",
  order_sums: "src/shop/orders/order-sums.ts adds to it in plain SQL; the view current_order_sums reads it",
  order_sum_changes: "a trigger writes it; the view current_order_sums reads it",
  conversions: "src/shop/tracking/conversions.ts reads and writes it in plain SQL",
  consent_texts: upserted,
  contact_challenges: upserted,
  contact_message_files: "one SQL statement writes the messages and all their files",
  contact_file_sweeps: upserted,
  held_forms: upserted,
  due_announcements: upserted,
  saved_forms: upserted,
  known_devices: upserted,
  mail_outbox: upserted,
  media_uploads: "src/shop/catalogue/media/unfinished-uploads.ts reads and writes it in plain SQL",
  mail_tokens: upserted,
  rate_limits: upserted,
  wishlist_alerts: upserted,
  wishlist_absences: upserted,
  wishlist_alert_progress: upserted,
  wishlist_gifts: upserted,
  wishlist_wishes: ownedBySql,
  marketing_mails: upserted,
  marketing_recipients: upserted,
  newsletter_campaigns: upserted,
  newsletter_recipients: "claimed and settled in plain SQL, next to the rule it serves",
  newsletter_subscribers: upserted,
  passkeys: upserted,
  recovery_codes: upserted,
  registrations: upserted,
  review_pictures: "one SQL statement writes the reviews and all their pictures",
  review_totals: ownedBySql,
  review_votes: upserted,
  second_factors: upserted,
  shop_statistics: upserted,
  visit_names: upserted,
};

interface Column {
  type: string;
  isRequired: boolean;
  /** How PostgreSQL fills in a missing value. */
  default: "none" | "value" | "identity" | "generated";
}

interface Table {
  columns: Record<string, Column>;
  primaryKey: string[];
}

const folder = new URL("tables/", import.meta.url);
const defined = new Map<string, Table>();
const migrated = new Map<string, Table>();

let database: TestDatabase;
beforeAll(async () => {
  for (const file of readdirSync(folder)) {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const table of Object.values(exported))
      if (is(table, PgTable)) defined.set(getTableConfig(table).name, tableOf(table));
  }
  database = await createTestDatabase();
  await readMigrated();
});

function tableOf(table: PgTable): Table {
  const { columns, primaryKeys } = getTableConfig(table);
  const single = columns.filter((column) => column.primary).map(({ name }) => name);
  const several = primaryKeys.flatMap((key) => key.columns.map(({ name }) => name));
  return {
    columns: Object.fromEntries(
      columns.map((column) => [
        column.name,
        {
          type: column.getSQLType(),
          isRequired: column.notNull,
          default: column.generatedIdentity
            ? "identity"
            : column.generated
              ? "generated"
              : column.hasDefault
                ? "value"
                : "none",
        },
      ]),
    ),
    primaryKey: [...single, ...several],
  };
}

async function readMigrated(): Promise<void> {
  const { rows } = await database.pool.query<Column & { table: string; name: string }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", case when a.attidentity <> '' then 'identity' when a.attgenerated <> '' then 'generated'
        when a.atthasdef then 'value' else 'none' end as default
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`);
  for (const { table, name, ...column } of rows) {
    const known = migrated.get(table) ?? { columns: {}, primaryKey: [] };
    known.columns[name] = column;
    migrated.set(table, known);
  }
  const { rows: keys } = await database.pool.query<{ table: string; columns: string[] }>(`
    select k.conrelid::regclass::text as table, array_agg(a.attname::text order by place) as columns
    from pg_constraint k cross join unnest(k.conkey) with ordinality as part (number, place)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = part.number
    where k.contype = 'p' and k.connamespace = 'public'::regnamespace group by k.conrelid`);
  for (const { table, columns } of keys) migrated.get(table)?.primaryKey.push(...columns);
}

test("every migrated table has a Drizzle definition, or a stated reason for having none", () => {
  expect([...migrated.keys()].toSorted()).toEqual([...defined.keys(), ...Object.keys(undefinedTables)].toSorted());
});

test("the definitions match the migrated columns, types, nullability, defaults and primary keys", () => {
  const withDefinition = [...migrated].filter(([name]) => !(name in undefinedTables));
  expect(Object.fromEntries(defined)).toEqual(Object.fromEntries(withDefinition));
});
