import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { inTransaction } from "#db/transaction.ts";

/** Updates the search index of these pages and articles. Call it in the transaction that changes their texts or topics. */
export async function indexArticles(db: Database, ids: readonly number[]): Promise<void> {
  await executeNamed(db, "index_articles", sql`select index_articles(${sql.param([...ids])}::bigint[])`);
}

/** Updates all pages and articles, and announces them. */
export async function indexAllArticles(db: Database): Promise<void> {
  await inTransaction(db, async (db) => {
    await db.execute(sql`select index_articles(array(select id from articles order by id for share))`);
    await announceChange(db, ["articles"]);
  });
}
