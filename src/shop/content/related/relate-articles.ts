import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { linkArticles, listAllTexts, listNaming } from "./named-products.ts";
import { areCompared, storeRelated } from "./store-related.ts";

/** If more products than this were renamed, all texts are linked again instead of being searched for the names. */
const manyProducts = 5000;

/** Rows deleted per statement. */
const batch = 5000;

/**
 * Finds the products that changed posts and pages name, and what is related to all posts. Does nothing if no text has changed
 * since the last run, and does not compare texts because of products that are compared with none. Safe to run twice.
 */
export async function relateArticles(db: Database): Promise<void> {
  const { rows: changed } = await db.execute<{ id: number; articleId: number | null; productId: number | null }>(
    sql`select id, article_id as "articleId", product_id as "productId" from changed_texts`,
  );
  if (changed.length === 0) return;
  const isMany = changed.some(({ articleId, productId }) => articleId === null && productId === null);
  const productIds = [...new Set(changed.flatMap(({ productId }) => productId ?? []))];
  const naming = isMany || productIds.length > manyProducts ? await listAllTexts(db) : await listNaming(db, productIds);
  await linkArticles(db, [...new Set([...changed.flatMap(({ articleId }) => articleId ?? []), ...naming])]);
  const hasArticle = changed.some(({ articleId }) => articleId !== null);
  if (isMany || hasArticle || (await areCompared(db, productIds))) await storeRelated(db);
  const ids = changed.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += batch)
    await db.execute(sql`delete from changed_texts where id = any(${sql.param(ids.slice(at, at + batch))}::bigint[])`);
}
