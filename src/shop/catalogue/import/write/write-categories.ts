import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { categories, tags } from "#db/tables/catalogue.ts";
import { freeSlug, slugOf } from "../../slug.ts";

interface CategoryRow {
  id: number;
  parentId: number | null;
  slug: string;
  name: string;
}

/** The shop's categories by the names from the root, updated while an import adds some. */
export class CategoryPaths {
  readonly #byPath = new Map<string, number>();
  readonly #slugs = new Set<string>();
  /** Whether a category was created. */
  hasNew = false;

  private constructor(rows: readonly CategoryRow[]) {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const pathOf = (row: CategoryRow): string[] => {
      const parent = row.parentId === null ? undefined : byId.get(row.parentId);
      return [...(parent ? pathOf(parent) : []), row.name];
    };
    for (const row of rows) {
      this.#byPath.set(keyOf(pathOf(row)), row.id);
      this.#slugs.add(row.slug);
    }
  }

  static async read(db: Database): Promise<CategoryPaths> {
    const { id, parentId, slug, name } = categories;
    return new CategoryPaths(await db.select({ id, parentId, slug, name }).from(categories));
  }

  find(path: readonly string[]): number | undefined {
    return this.#byPath.get(keyOf(path));
  }

  /** Returns the category of a path; creates missing categories, with slugs like their names. */
  async ensure(db: Database, path: readonly string[]): Promise<number> {
    const known = this.find(path);
    if (known !== undefined) return known;
    const parentId = path.length > 1 ? await this.ensure(db, path.slice(0, -1)) : null;
    const name = path.at(-1) ?? "";
    const slug = this.#slugFor(path);
    const [row] = await db.insert(categories).values({ parentId, name, slug }).returning({ id: categories.id });
    if (!row) throw new Error("An inserted category came back without an id");
    this.#byPath.set(keyOf(path), row.id);
    this.#slugs.add(slug);
    this.hasNew = true;
    return row.id;
  }

  #slugFor(path: readonly string[]): string {
    const slug = slugOf(path.at(-1) ?? "", "category");
    if (!this.#slugs.has(slug) || path.length === 1) return freeSlug(slug, (one) => this.#slugs.has(one));
    return freeSlug(`${slug}-${slugOf(path.at(-2) ?? "")}`, (one) => this.#slugs.has(one));
  }
}

function keyOf(path: readonly string[]): string {
  return path.map((name) => name.toLowerCase()).join("\n");
}

/** Returns the ids of tags by name; creates missing ones. */
export async function ensureTags(db: Database, names: readonly string[]): Promise<Map<string, number>> {
  const slugs = new Map(names.map((name) => [name, slugOf(name, "tag")]));
  if (slugs.size === 0) return new Map();
  const bySlug = new Map([...slugs].map(([name, slug]) => [slug, { slug, name }]));
  await db.execute(sql`${insertMany(tags, [...bySlug.values()])} on conflict (slug) do nothing`);
  const rows = await db
    .select({ id: tags.id, slug: tags.slug })
    .from(tags)
    .where(sql`${tags.slug} = any(${sql.param([...bySlug.keys()])}::text[])`);
  const ids = new Map(rows.map((row) => [row.slug, row.id]));
  return new Map([...slugs].map(([name, slug]) => [name, ids.get(slug) ?? 0]));
}
