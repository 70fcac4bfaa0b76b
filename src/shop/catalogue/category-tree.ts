import { asc, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { categories } from "#db/tables/catalogue.ts";
import type { Picture } from "./picture.ts";
import type { CategoryCard } from "./product.ts";
import { pictureJson } from "./product-record.ts";

export interface Category extends CategoryCard {
  parentId: number | null;
  /** Distance from the root: 0 for a top category. */
  depth: number;
}

/** How many listed products stand in any of some categories, each counted once. */
export type CountListed = (categoryIds: readonly number[]) => number;

/** All categories of the shop: small, read once and kept until one changes. */
export class CategoryTree {
  readonly all: readonly Category[];
  readonly #byId: ReadonlyMap<number, Category>;
  readonly #byPath: ReadonlyMap<string, Category>;
  readonly #below = new Map<number, readonly number[]>();

  constructor(all: readonly Category[]) {
    this.all = all;
    this.#byId = new Map(all.map((category) => [category.id, category]));
    this.#byPath = new Map(all.map((category) => [category.path, category]));
  }

  find(id: number): Category | undefined {
    return this.#byId.get(id);
  }

  /** `path` is the slugs from the root joined by "/". */
  findByPath(path: string): Category | undefined {
    return this.#byPath.get(path);
  }

  children(parentId: number | null): Category[] {
    return this.all.filter((category) => category.parentId === parentId);
  }

  /** The category and everything below it: always the same list. */
  withDescendants(category: Category): readonly number[] {
    let ids = this.#below.get(category.id);
    if (!ids) {
      const prefix = `${category.path}/`;
      ids = this.all.filter((one) => one.id === category.id || one.path.startsWith(prefix)).map((one) => one.id);
      this.#below.set(category.id, ids);
    }
    return ids;
  }

  /** The same tree with other counts. */
  counted(count: (category: Category) => number): CategoryTree {
    return new CategoryTree(this.all.map((category) => ({ ...category, productCount: count(category) })));
  }

  /** From the root down to the category itself. */
  trail(category: Category): Category[] {
    const parent = category.parentId === null ? undefined : this.find(category.parentId);
    return parent ? [...this.trail(parent), category] : [category];
  }

  /** The deepest of some categories; of equally deep ones the first. */
  deepest(ids: readonly number[]): Category | undefined {
    return this.resolve(ids)[0];
  }

  /** The categories of these ids, deepest first. */
  resolve(ids: readonly number[]): Category[] {
    const found = ids.map((id) => this.find(id)).filter((category) => category !== undefined);
    return found.sort((a, b) => b.depth - a.depth);
  }
}

interface CategoryRow {
  id: number;
  parentId: number | null;
  slug: string;
  name: string;
  description: string;
  picture: Picture | null;
}

/**
 * Reads the whole tree with the number of listed products in each category and below it.
 * @param countListed counts them; by default the database does, which takes a large shop a third of a second
 */
export async function getCategoryTree(db: Database, countListed?: CountListed): Promise<CategoryTree> {
  const [rows, counts] = await Promise.all([readRows(db), countListed ? new Map<number, number>() : readCounts(db)]);
  const tree = new CategoryTree(place(rows, null, "", 0));
  return tree.counted(
    countListed ? (category) => countListed(tree.withDescendants(category)) : ({ id }) => counts.get(id) ?? 0,
  );
}

async function readRows(db: Database): Promise<CategoryRow[]> {
  return db
    .select({
      id: categories.id,
      parentId: categories.parentId,
      slug: categories.slug,
      name: categories.name,
      description: categories.description,
      picture: sql<Picture | null>`(select ${pictureJson("m")} from media m where m.id = categories.media_id)`,
    })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.name), asc(categories.id));
}

/** How many listed products stand in each category or below it, each counted once, by the category's id; those with none are left out. */
async function readCounts(db: Database): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; products: number }>(sql`
    with recursive places (category_id, id) as (
      select id, id from categories
      union all select places.category_id, c.parent_id from places join categories c on c.id = places.id
        where c.parent_id is not null
    )
    select places.id, count(distinct pc.product_id)::int as products
    from places join product_categories pc using (category_id) join products p on p.id = pc.product_id
    where p.status = 'publish' and p.visibility in ('visible', 'catalog') group by 1`);
  return new Map(rows.map(({ id, products }) => [id, products]));
}

/** Parents before their children, siblings in their order. */
function place(rows: readonly CategoryRow[], parentId: number | null, prefix: string, depth: number): Category[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .flatMap((row) => {
      const path = prefix + row.slug;
      const below = place(rows, row.id, `${path}/`, depth + 1);
      return [{ ...row, path, depth, productCount: 0 }, ...below];
    });
}
