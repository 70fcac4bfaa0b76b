import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
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

/**
 * Counts a download, in one conditional update, so that a limit of n is n under any concurrency. Parts continue a counted
 * download: each download may send the file's bytes twice within a day, what was not delivered not counted. Whole files, and parts
 * beyond that, count again.
 * @returns false if it may not be sent: it has expired, was revoked, or was downloaded as often as allowed
 */
export async function takeDownload(db: Database, request: DownloadRequest, now: Date): Promise<boolean> {
  const { id, length, size, isPart } = request;
  const at = sql`${now.toISOString()}::timestamptz`;
  const left = sql`(case when continues_until > ${at} then bytes_left else 0 end)`;
  const continues = sql`(${isPart} and ${left} >= ${length}::bigint)`;
  const { rowCount } = await db.execute(sql`
    update order_downloads set
      used = used + case when ${continues} then 0 else 1 end,
      bytes_left = ${left} - ${length}::bigint + case when ${continues} then 0 else 2 * ${size}::bigint end,
      continues_until = case when ${continues} then continues_until else ${at} + interval '1 hour' * ${continuesForHours} end,
      last_used_at = ${at}
    where id = ${id} and revoked_at is null
      and (${continues} or (use_limit is null or used < use_limit) and (expires_at is null or expires_at > ${at}))`);
  return rowCount === 1;
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
  const { rowCount } = await db.execute(sql`
    update order_downloads set revoked_at = ${at}::timestamptz where order_id = ${orderId}
      and (${id ?? null}::bigint is null or id = ${id ?? null}) and (revoked_at is null) = ${isRevoked}`);
  const action = isRevoked ? "download revoked" : "download restored";
  await recordAction(db, { action, subject: String(orderId), after: { files: rowCount ?? 0, ...(id && { id }) } });
  return rowCount ?? 0;
}
