import { eq, like, or } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { authors } from "#db/tables/content.ts";
import { freeSlug, slugOf } from "../catalogue/slug.ts";

/** Returns the id of the author with this name and adds one if there is none; null for "". */
export async function idOfAuthor(db: Database, name: string): Promise<number | null> {
  if (name === "") return null;
  const [known] = await db.select({ id: authors.id }).from(authors).where(eq(authors.name, name)).orderBy(authors.id);
  if (known) return known.id;
  const base = slugOf(name, "author");
  const rows = await db
    .select({ slug: authors.slug })
    .from(authors)
    .where(or(eq(authors.slug, base), like(authors.slug, `${base.replace(/[\\%_]/g, "\\$&")}-%`)));
  const taken = new Set(rows.map(({ slug }) => slug));
  const slug = freeSlug(base, (slug) => taken.has(slug));
  const [added] = await db.insert(authors).values({ slug, name }).returning({ id: authors.id });
  return added?.id ?? null;
}
