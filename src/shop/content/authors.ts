import { eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { authors } from "#db/tables/content.ts";
import { slugOf } from "../catalogue/slug.ts";
import { findFreeSlug } from "./addresses/free-slug.ts";

/** Returns the id of the author with this name and adds one if there is none; null for "". */
export async function idOfAuthor(db: Database, name: string): Promise<number | null> {
  if (name === "") return null;
  const [known] = await db.select({ id: authors.id }).from(authors).where(eq(authors.name, name)).orderBy(authors.id);
  if (known) return known.id;
  const slug = await findFreeSlug(db, slugOf(name, "author"), { table: sql`authors` });
  const [added] = await db.insert(authors).values({ slug, name }).returning({ id: authors.id });
  return added?.id ?? null;
}
