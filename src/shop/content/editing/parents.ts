import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

const trees = {
  category: sql`(select id, parent_id from topics where kind = 'category')`,
  page: sql`(select id, parent_id from articles where type = 'page')`,
};

const pagesLock = 7_087_212_001;

/**
 * Lets one transaction at a time change the parents of pages: two at once could make two pages parents of each other. Call it
 * before locking a page's row, so that no transaction holds that row while it waits here.
 */
export async function lockPages(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${pagesLock})`);
}

/**
 * Returns whether a category or page can have this parent: the parent exists, and is neither the item itself nor below it.
 * @param id of the item; null for a new one
 */
export async function canBeBelow(
  db: Database,
  tree: keyof typeof trees,
  parentId: number,
  id: number | null,
): Promise<boolean> {
  const { rows } = await db.execute<{ isFit: boolean }>(sql`
    with recursive tree as ${trees[tree]}, above (id, path) as (
      select id, array[id] from tree where id = ${parentId}
      union all select t.parent_id, path || t.parent_id from above join tree t on t.id = above.id
        where t.parent_id is not null and t.parent_id <> all(path))
    select exists (select from above) and not exists (select from above where id = ${id ?? 0}) as "isFit"`);
  return rows[0]?.isFit === true;
}
