import { asc, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { categories } from "#db/tables/catalogue.ts";
import type { CatalogueView } from "./index/catalogue-index.ts";
import type { Picture } from "./pictures/picture.ts";
import type { CategoryCard } from "./product.ts";
import { pictureJson } from "./product-record.ts";

export interface Category extends CategoryCard {
  parentId: number | null;
  /** Distance from the root: 0 for a top category. */
  depth: number;
}

/** Returns the number of listed products in a category and its descendants. */
export type CountCategory = (category: Category) => number;

/** All categories of the shop: small, read once and cached until one changes. */
export class CategoryTree {
  /** Parents before their children. */
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

  /** `path`: slugs from the root joined by "/". */
  findByPath(path: string): Category | undefined {
    return this.#byPath.get(path);
  }

  children(parentId: number | null): Category[] {
    return this.all.filter((category) => category.parentId === parentId);
  }

  /** Returns the ids of the category and its descendants: always the same array. */
  withDescendants(category: Category): readonly number[] {
    let ids = this.#below.get(category.id);
    if (!ids) {
      const from = this.all.findIndex(({ id }) => id === category.id);
      const others = this.all.slice(from + 1);
      const end = others.findIndex(({ depth }) => depth <= category.depth);
      ids = [category.id, ...(end < 0 ? others : others.slice(0, end)).map(({ id }) => id)];
      this.#below.set(category.id, ids);
    }
    return ids;
  }

  /** Returns the categories from the root down to the category itself. */
  trail(category: Category): Category[] {
    const parent = category.parentId === null ? undefined : this.find(category.parentId);
    return parent ? [...this.trail(parent), category] : [category];
  }

  /** Returns the deepest of some categories, the first of equally deep ones. */
  deepest(ids: readonly number[]): Category | undefined {
    return this.resolve(ids)[0];
  }

  /** Returns the categories of these ids, deepest first. */
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

/** Reads the whole tree. */
export async function getCategoryTree(db: Database): Promise<CategoryTree> {
  return new CategoryTree(place(await readRows(db), null, "", 0));
}

/**
 * Counts the listed products of all categories.
 * @param view the index, if it is built; without it the database counts, which takes seconds for a million products
 */
export async function countCategories(
  db: Database,
  tree: CategoryTree,
  view?: Pick<CatalogueView, "countListed">,
): Promise<CountCategory> {
  const counts = view
    ? new Map(tree.all.map((category) => [category.id, view.countListed(tree.withDescendants(category))]))
    : await readCounts(db);
  return ({ id }) => counts.get(id) ?? 0;
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

/** Counts the listed products of each category and its descendants, by category id; without zeros. */
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

/** Sorts parents before their children, siblings in their order. */
function place(rows: readonly CategoryRow[], parentId: number | null, prefix: string, depth: number): Category[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .flatMap((row) => {
      const path = prefix + row.slug;
      const below = place(rows, row.id, `${path}/`, depth + 1);
      return [{ ...row, path, depth }, ...below];
    });
}
