import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { tags } from "#db/tables/catalogue.ts";

/** Finds a product tag by its slug. */
export async function findTag(db: Database, slug: string): Promise<{ id: number; name: string } | undefined> {
  const [tag] = await db.select({ id: tags.id, name: tags.name }).from(tags).where(eq(tags.slug, slug));
  return tag;
}
