import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { recordAction } from "../../audit/audit-log.ts";

/** How long (hours) an interrupted download can be continued without counting again. */
const continuesForHours = 24;

/** A request for a file or a part of it. */
export interface DownloadRequest {
  id: number;
  /** Bytes that are about to be sent. */
  length: number;
  /** Bytes of the whole file. */
  size: number;
  /** Whether the request names a byte range. */
  isPart: boolean;
}

/** How a request was allowed: by a new use, or by one that was counted before. */
export type TakenDownload = "counted" | "continued";

/**
 * Counts a download, in one conditional update, so that a limit of n is n under any concurrency. Parts continue a counted
 * download: each download may send the file's bytes twice within a day, what was not delivered not counted. Whole files, and parts
 * beyond that, count again.
 * @returns undefined if it may not be sent: it has expired, was revoked, or was downloaded as often as allowed
 */
export async function takeDownload(
  db: Database,
  request: DownloadRequest,
  now: Date,
): Promise<TakenDownload | undefined> {
  const { id, length, size, isPart } = request;
  const at = sql`${now.toISOString()}::timestamptz`;
  const left = sql`(case when d.continues_until > ${at} then d.bytes_left else 0 end)`;
  const continues = sql`(${isPart} and ${left} >= ${length}::bigint)`;
  const { rows } = await db.execute<{ isCounted: boolean }>(sql`
    update order_downloads d set
      used = d.used + case when ${continues} then 0 else 1 end,
      bytes_left = ${left} - ${length}::bigint + case when ${continues} then 0 else 2 * ${size}::bigint end,
      continues_until = case when ${continues} then d.continues_until else ${at} + interval '1 hour' * ${continuesForHours} end,
      last_used_at = ${at}
    from (select id, used from order_downloads where id = ${id} for update) old
    where d.id = old.id and d.revoked_at is null
      and (${continues} or (d.use_limit is null or d.used < d.use_limit) and (d.expires_at is null or d.expires_at > ${at}))
    returning d.used > old.used as "isCounted"`);
  return rows[0] && (rows[0].isCounted ? "counted" : "continued");
}

/** Takes back a download of which nothing could be sent. */
export async function untakeDownload(
  db: Database,
  { id, length, size }: DownloadRequest,
  taken: TakenDownload,
): Promise<void> {
  const [uses, bytes] = taken === "counted" ? [1, length - 2 * size] : [0, length];
  // Meanwhile a part may have been continued.
  await db.execute(sql`
    update order_downloads set used = used - ${uses}, bytes_left = greatest(bytes_left + ${bytes}::bigint, 0) where id = ${id}`);
}

/** Returns bytes of a counted download that were not sent, because the connection broke. */
export async function returnBytes(db: Database, id: number, bytes: number): Promise<void> {
  await db.execute(sql`update order_downloads set bytes_left = bytes_left + ${bytes}::bigint where id = ${id}`);
}

/** Ends, or gives back, an order's access to its files, or to one of them. @returns how many files changed */
export async function setRevoked(
  db: Database,
  { orderId, id, isRevoked }: { orderId: number; id?: number | undefined; isRevoked: boolean },
  now: Date,
): Promise<number> {
  const at = isRevoked ? now.toISOString() : null;
  return inTransaction(db, async (db) => {
    const { rowCount: count } = await db.execute(sql`
      update order_downloads set revoked_at = ${at}::timestamptz where order_id = ${orderId}
        and (${id ?? null}::bigint is null or id = ${id ?? null}) and (revoked_at is null) = ${isRevoked}`);
    if (!count) return 0;
    const action = isRevoked ? "download revoked" : "download restored";
    await recordAction(db, { action, subject: String(orderId), after: { files: count, ...(id && { id }) } });
    return count;
  });
}
