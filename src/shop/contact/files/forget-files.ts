import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { FileStorage } from "#platform/storage/storage.ts";

/** How long (ms) a file may wait for its message: far longer than any upload. */
const graceMs = 24 * 60 * 60 * 1000;

/** How many keys are looked up at once. */
const batchSize = 500;

/**
 * Deletes files that no message and no unsent mail has: those of deleted messages, and of uploads that a crash
 * interrupted. Safe to run at any time, because files younger than a day stay.
 */
export async function forgetFiles(db: Database, attachments: FileStorage, now: Date): Promise<number> {
  let count = 0;
  let batch: string[] = [];
  const flush = async () => {
    const unused = await listUnused(db, batch);
    for (const key of unused) await attachments.delete(key);
    count += unused.length;
    batch = [];
  };
  for await (const { key, modifiedAt } of attachments.list()) {
    if (now.getTime() - modifiedAt.getTime() >= graceMs) batch.push(key);
    if (batch.length === batchSize) await flush();
  }
  await flush();
  return count;
}

async function listUnused(db: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as stored(key)
    where not exists (select 1 from contact_message_files f where f.key = stored.key)
      and not exists (select 1 from mail_outbox o
        cross join lateral jsonb_array_elements(o.extras -> 'attachments') a
        where o.sent_at is null and a ->> 'key' = stored.key)`);
  return rows.map(({ key }) => key);
}
