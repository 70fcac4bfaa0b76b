import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { FileStorage } from "#platform/storage/storage.ts";

/** How many keys are looked up at once. */
const batchSize = 500;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes at most `limit` files whose message was deleted, unless a mail still has to be sent with them.
 * @returns the number of deleted files
 */
export async function deleteUnusedFiles(
  db: Database,
  attachments: Pick<FileStorage, "delete">,
  limit: number,
): Promise<number> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from contact_message_files f where message_id is null
      and not exists (select 1 from mail_outbox o
        cross join lateral jsonb_array_elements(o.extras -> 'attachments') a
        where o.sent_at is null and a ->> 'key' = f.key)
    order by key limit ${limit}`);
  // The row goes last, so that an interrupted job is repeated.
  for (const { key } of rows) await attachments.delete(key);
  const keys = sql.param(rows.map(({ key }) => key));
  if (rows.length > 0) await db.execute(sql`delete from contact_message_files where key = any(${keys}::text[])`);
  return rows.length;
}

/**
 * Deletes uploads that a crash interrupted, or separated from their message, review or picture. Looks once at each day's uploads, when
 * the next day is over and all of them are stored or given up; the first call looks at all earlier ones.
 * @returns the number of deleted files, without interrupted ones
 */
export async function sweepUploads(
  db: Database,
  attachments: Pick<FileStorage, "delete" | "deleteDrafts" | "list">,
  now: Date,
): Promise<number> {
  const last = dayOf(new Date(now.getTime() - 2 * dayMs));
  const { rows } = await db.execute<{ day: string }>(sql`select day::text from contact_file_sweeps`);
  let count = 0;
  for (const prefix of prefixesUntil(last, rows[0]?.day)) {
    let batch: string[] = [];
    for await (const { key } of attachments.list(prefix)) {
      if (prefix === "" && key.slice(0, folderOf(last).length) > folderOf(last)) break;
      batch.push(key);
      if (batch.length === batchSize) {
        count += await deleteUnknown(db, attachments, batch);
        batch = [];
      }
    }
    count += await deleteUnknown(db, attachments, batch);
    await attachments.deleteDrafts(prefix, new Date(Date.parse(last) + dayMs));
  }
  await db.execute(sql`insert into contact_file_sweeps (day) values (${last}::date)
    on conflict (id) do update set day = greatest(contact_file_sweeps.day, excluded.day)`);
  return count;
}

/** Longest gap (days) that is swept day by day. */
const maxDays = 60;

/** Returns the folders of the days after `swept`; "" for all folders. */
function prefixesUntil(last: string, swept: string | undefined): string[] {
  const days = swept === undefined ? maxDays + 1 : Math.round((Date.parse(last) - Date.parse(swept)) / dayMs);
  if (days > maxDays) return [""];
  return Array.from({ length: Math.max(0, days) }, (_, ago) =>
    folderOf(dayOf(new Date(Date.parse(last) - ago * dayMs))),
  );
}

async function deleteUnknown(
  db: Database,
  attachments: Pick<FileStorage, "delete">,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(keys)}::text[]) as stored(key)
    where not exists (select 1 from contact_message_files f where f.key = stored.key)
      and not exists (select 1 from review_pictures p where p.key = stored.key)
      and not exists (select 1 from media_uploads u where u.key = stored.key)`);
  for (const { key } of rows) await attachments.delete(key);
  return rows.length;
}

/** YYYY-MM-DD in UTC. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Returns the folder of a day's uploads: "2026/11/21/". */
function folderOf(day: string): string {
  return `${day.replaceAll("-", "/")}/`;
}
