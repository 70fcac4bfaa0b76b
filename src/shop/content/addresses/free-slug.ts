import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { freeSlug } from "../../catalogue/slug.ts";

interface SlugPlace {
  /** Has a column slug. */
  table: SQL;
  /** Which rows of it count; default: all. */
  where?: SQL;
  /** Whether a slug is taken by something else. */
  isReserved?: (slug: string) => boolean;
}

/** Returns `base`, or `base` with the first number that no row has. Another transaction may take it at the same time. */
export async function findFreeSlug(
  db: Database,
  base: string,
  { table, where = sql`true`, isReserved = () => false }: SlugPlace,
): Promise<string> {
  const { rows } = await db.execute<{ slug: string }>(sql`select slug from ${table}
    where (slug = ${base} or slug like ${`${base.replace(/[\\%_]/g, "\\$&")}-%`}) and ${where}`);
  const taken = new Set(rows.map(({ slug }) => slug));
  return freeSlug(base, (slug) => taken.has(slug) || isReserved(slug));
}
