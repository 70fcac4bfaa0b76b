import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import { routes } from "#routes";
import { type Category, type CountCategory, countCategories, getCategoryTree } from "#shop/catalogue/category-tree.ts";
import type { Shop } from "./shop.ts";

/** The pages that the benchmarks request. */
export interface Catalogue {
  /** The fullest page of each kind. */
  pages: { home: string; category: string; product: string };
  /** All pages of a kind. */
  categories: string[];
  products: string[];
  /** Simple products that are in stock and may be bought singly. */
  buyableIds: number[];
}

interface Row extends Record<string, unknown> {
  id: number;
  slug: string;
  isBuyable: boolean;
}

/**
 * Reads the catalogue from the database of a running shop, and raises stock so that orders never run out.
 * @throws Error when the demo is missing
 */
export async function readCatalogue({ dataDir }: Shop): Promise<Catalogue> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  try {
    const { db } = database;
    await db.execute(
      sql`update products set stock_quantity = 1000000 where manages_stock and stock_status = 'instock'`,
    );
    const { rows } = await db.execute<Row>(sql`
      select p.id, p.slug,
        p.type = 'simple' and p.stock_status = 'instock' and coalesce(p.min_quantity, 1) <= 1 as "isBuyable"
      from products p
      where p.slug is not null and p.status = 'publish' and p.parent_id is null and p.visibility = 'visible'
      order by (select count(*) from products v where v.parent_id = p.id) desc, p.id`);
    const tree = await getCategoryTree(db);
    return catalogueOf(rows, tree.all, await countCategories(db, tree));
  } finally {
    await database.close();
  }
}

function catalogueOf(rows: readonly Row[], tree: readonly Category[], countOf: CountCategory): Catalogue {
  const filled = tree.filter((one) => countOf(one) > 0).sort((a, b) => countOf(b) - countOf(a));
  const categories = filled.map(({ path }) => routes.category(path));
  const products = rows.map(({ slug }) => routes.product(slug));
  const buyableIds = rows.filter(({ isBuyable }) => isBuyable).map(({ id }) => id);
  const [category, product] = [categories[0], products[0]];
  if (category === undefined || product === undefined || buyableIds.length < 2)
    throw new Error("The demo shop is missing from the database");
  return { pages: { home: routes.home(), category, product }, categories, products, buyableIds };
}

/** Adds an article with text only, and one that also has a product, four products, a gallery, a carousel and a video. @returns their paths */
export async function addArticles({ dataDir }: Shop): Promise<{ plain: string; withBlocks: string }> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  try {
    const { rows } = await database.db.execute<{ blocks: string }>(sql`
      with pictures as (select string_agg(id::text, ',') as ids from (select id from media order by id limit 6) m)
      select '[product sku="' || (select sku from products where type = 'simple' and sku <> '' order by id limit 1)
        || '"]\n[products limit=4]\n[gallery ids="' || ids || '"]\n[carousel orderby=price]\n'
        || '[video src="https://youtu.be/dQw4w9WgXcQ"]' as blocks from pictures`);
    const text = "<p>A paragraph of an article.</p>".repeat(20);
    for (const [slug, body] of [
      ["bench-plain", text],
      ["bench-blocks", text + rows[0]?.blocks],
    ])
      await database.db.execute(sql`insert into articles (type, slug, title, body, published_at)
        values ('post', ${slug}, 'An article', ${body}, '2026-01-01') on conflict (slug) do update set body = excluded.body`);
    return { plain: routes.article("bench-plain"), withBlocks: routes.article("bench-blocks") };
  } finally {
    await database.close();
  }
}
