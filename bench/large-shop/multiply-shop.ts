import type pg from "pg";
import { openDatabase } from "#db/open.ts";
import { allowLongStatements } from "#db/silence.ts";

const copies = 9;
/** The first copies keep their variations, so that a million products have some 300,000. */
const copiesWithVariations = 2;

const columnsOf = async (client: pg.PoolClient, table: string) => {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
        and (is_identity = 'NO' or column_name <> 'id') order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
};

/**
 * Copies the products of a filled shop nine times, with other ids, slugs and SKUs and without long descriptions, in a tenth of
 * the time that filling takes. Later copies turn variable products into simple ones. The shop must not be running.
 */
export async function multiplyShop(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const client = await database.pool.connect();
  try {
    await allowLongStatements(client);
    await client.query("set session_replication_role = replica; set synchronous_commit = off");
    const { rows } = await client.query<{ low: string; high: string }>(
      "select min(id) as low, max(id) as high from products where sku like 'L-%' or parent_id is not null",
    );
    const [low, high] = [Number(rows[0]?.low), Number(rows[0]?.high)];
    const distance = high - low + 1;
    for (let copy = 1; copy <= copies; copy++) {
      process.stderr.write(`  copy ${copy} of ${copies}\n`);
      await copyProducts(client, { low, high, shift: copy * distance, copy });
    }
    await client.query("select setval('content_ids', (select max(id) from products) + 1)");
    await client.query("update change_log set epoch = gen_random_uuid()");
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  } finally {
    client.release(true);
    await database.close();
  }
}

interface Range {
  low: number;
  high: number;
  /** Offset added to the ids. */
  shift: number;
  copy: number;
}

async function copyProducts(client: pg.PoolClient, { low, high, shift, copy }: Range): Promise<void> {
  const hasVariations = copy <= copiesWithVariations;
  const other: Readonly<Record<string, string>> = {
    id: `id + ${shift}`,
    parent_id: `parent_id + ${shift}`,
    product_id: `product_id + ${shift}`,
    variation_id: `variation_id + ${shift}`,
    slug: `slug || '-c${copy}'`,
    sku: `sku || '-c${copy}'`,
    description: "''",
    ...(!hasVariations && {
      type: "'simple'",
      regular_price: "case when type = 'variable' then 20000 + id % 100000 else regular_price end",
    }),
  };
  const copyRows = async (table: string, where: string, rules = other) => {
    const columns = await columnsOf(client, table);
    const all = table === "products" ? ["id", ...columns.filter((name) => name !== "id")] : columns;
    const values = all.map((name) => rules[name] ?? name);
    await client.query(
      `insert into ${table} (${all.join(", ")}) select ${values.join(", ")} from ${table} where ${where}`,
    );
  };
  const isOwn = (column: string) => `${column} between ${low} and ${high}`;
  await copyRows("products", `${isOwn("id")} and (${hasVariations} or type <> 'variation')`);
  const { slug: _, ...keepingSlug } = other;
  for (const table of ["product_categories", "product_tags", "product_attributes", "product_media"])
    await copyRows(table, isOwn("product_id"), keepingSlug);
  if (hasVariations) await copyRows("variation_attributes", isOwn("variation_id"), keepingSlug);
  await copyRows("product_search", isOwn("product_id"), {
    product_id: `product_id + ${shift}`,
    words: `words || ' c${copy}'`,
  });
}
