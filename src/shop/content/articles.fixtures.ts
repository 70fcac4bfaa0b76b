import type { Database } from "#db/database.ts";
import { noon } from "../cart/cart.fixtures.ts";
import { type ImportedArticle, writeArticle } from "./editing/write-article.ts";

/** Writes a published post, unless `given` says otherwise. @returns its id */
export async function addArticle(
  db: Database,
  { category, slug, ...given }: Partial<ImportedArticle> & { slug: string; category?: string },
): Promise<number> {
  const topics = category ? [{ kind: "category" as const, slug: category.toLowerCase(), name: category }] : [];
  const texts = {
    type: "post" as const,
    status: "publish" as const,
    title: slug,
    excerpt: "",
    body: "",
    author: "Sana",
  };
  const rest = { publishedAt: noon, now: noon, image: "", imageAlt: "", topics };
  await writeArticle(db, { ...texts, ...rest, ...given, slug }, undefined);
  const { rows } = await db.execute<{ id: number }>(`select id::float8 as id from articles where slug = '${slug}'`);
  return rows[0]?.id ?? 0;
}
