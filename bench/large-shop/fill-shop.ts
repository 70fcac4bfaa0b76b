import type pg from "pg";
import { openDatabase } from "#db/open.ts";
import { allowLongStatements } from "#db/silence.ts";
import { copyRows } from "./copy-rows.ts";
import { columns, makeProducts, type Stock } from "./products.ts";
import { Random } from "./random.ts";
import { type Category, type GlobalAttribute, makeAttributes, makeCategories, makeTags } from "./taxonomy.ts";

const productCount = 100_000;
const productsAtOnce = 5_000;

/** The categories and attributes of a filled shop. */
export interface FilledShop {
  bigCategory: Category;
  /** The other categories with products, fullest first. */
  leaves: readonly Category[];
  attributes: readonly GlobalAttribute[];
}

/**
 * Adds 100,000 products, always the same ones, to the demo shop in a data folder, in one transaction. The shop must not be
 * running, because no changes are announced.
 */
export async function fillShop(dataDir: string): Promise<FilledShop> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const client = await database.pool.connect();
  try {
    await allowLongStatements(client);
    await client.query("begin");
    const { stock, filled } = await fillTaxonomy(client);
    await fillProducts(client, stock);
    await client.query(
      "select index_products(array_agg(id), array_agg(''::text)) from products where type <> 'variation'",
    );
    // These changes are not in the change log, so saved positions in it must become invalid.
    await client.query("update change_log set epoch = gen_random_uuid()");
    await client.query("commit");
    await client.query("vacuum analyze");
    // Write to disk now instead of during the measurement.
    await client.query("checkpoint");
    return filled;
  } finally {
    client.release(true);
    await database.close();
  }
}

/** Adds categories, tags and attributes. */
async function fillTaxonomy(client: pg.PoolClient): Promise<{ stock: Stock; filled: FilledShop }> {
  const categories = makeCategories(await reserveIds(client, "categories_id_seq", 200));
  const tags = makeTags(await reserveIds(client, "tags_id_seq", 300));
  const attributes = makeAttributes(await reserveIds(client, "attributes_id_seq", 12));
  await copyRows(
    client,
    "categories",
    ["id", "parent_id", "slug", "name"],
    categories.map(({ id, parentId, slug, name }) => [id, parentId, slug, name]),
  );
  await copyRows(
    client,
    "tags",
    ["id", "slug", "name"],
    tags.map(({ id, slug, name }) => [id, slug, name]),
  );
  await copyRows(
    client,
    "attributes",
    ["id", "slug", "name"],
    attributes.map(({ id, slug, name }) => [id, slug, name]),
  );
  const values = attributes.flatMap(({ id, values }) => values.map(({ slug, name }, at) => [id, slug, name, at + 1]));
  await copyRows(client, "attribute_values", ["attribute_id", "slug", "name", "position"], values);
  const random = new Random(100_000);
  const leaves = categories.filter(({ path }) => path.split("/").length === 3);
  const order = new Map(leaves.map(({ id }) => [id, random.next()]));
  const [bigCategory, ...rest] = leaves.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  if (!bigCategory) throw new Error("There is no category");
  const filled = { bigCategory, leaves: rest, attributes };
  const today = new Date(new Date().setUTCHours(0, 0, 0, 0));
  const stock = { ...filled, random, today, tagIds: tags.map(({ id }) => id), mediaIds: await findPictures(client) };
  return { stock, filled };
}

async function fillProducts(client: pg.PoolClient, stock: Stock): Promise<void> {
  // A product with its variations uses at most 7 ids.
  let id = await reserveIds(client, "content_ids", productCount * 7);
  for (let from = 0; from < productCount; from += productsAtOnce) {
    const rows = makeProducts(stock, from, from + productsAtOnce, () => id++);
    for (const table of Object.keys(columns) as (keyof typeof columns)[])
      await copyRows(client, table, columns[table], rows[table]);
  }
}

/** @returns the first of `count` ids reserved from the sequence */
async function reserveIds(client: pg.PoolClient, sequence: string, count: number): Promise<number> {
  const { rows } = await client.query<{ last: number }>("select setval($1, nextval($1) + $2) as last", [
    sequence,
    count,
  ]);
  return (rows[0]?.last ?? 0) - count + 1;
}

/** Returns some of the demo's main product pictures. */
async function findPictures(client: pg.PoolClient): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select distinct media_id as id from product_media where position = 0 order by media_id limit 8`,
  );
  return rows.map(({ id }) => id);
}
