import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

const trees = {
  category: sql`(select id, parent_id from topics where kind = 'category')`,
  page: sql`(select id, parent_id from articles where type = 'page')`,
};

const pagesLock = 7_087_212_001;

/**
 * Makes the transactions that move pages wait for each other, so that no two of them can form a circle. Take it before locking a
 * page: those that wait for it must not keep others from referring to their page.
 */
export async function lockPages(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${pagesLock})`);
}

/**
 * Returns whether a category or page can be below another one: that exists, and is neither the same nor below it.
 * @param id null: it is new
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
