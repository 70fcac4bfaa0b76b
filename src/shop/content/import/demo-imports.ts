import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { demoImports } from "#db/tables/imports.ts";

/**
 * Returns whether to import the demo shop: the shop has neither products nor articles and never had the demo, or an
 * earlier import was interrupted.
 */
export async function isDemoWanted(db: Database): Promise<boolean> {
  const [row] = await db.select().from(demoImports);
  if (row) return row.finishedAt === null;
  const { rows } = await db.execute<{ is_empty: boolean }>(
    sql`select not exists (select 1 from products) and not exists (select 1 from articles) as is_empty`,
  );
  return rows[0]?.is_empty === true;
}

/** Records the start of the import, so that an interruption is noticed. */
export async function beginDemoImport(db: Database): Promise<void> {
  await db.insert(demoImports).values({}).onConflictDoNothing();
}

/** Records the end of the import. */
export async function finishDemoImport(db: Database, now: Date): Promise<void> {
  await db
    .insert(demoImports)
    .values({ finishedAt: now })
    .onConflictDoUpdate({
      target: demoImports.id,
      set: { finishedAt: now },
    });
}
