import { sql } from "drizzle-orm";
import type { Tag } from "./changes.ts";
import type { Database } from "./database.ts";

/**
 * A position in the change log: text that can be stored and used after a restart. It contains a snapshot of the
 * transactions whose changes were read, so nothing is skipped, whatever the commit order.
 */
export type ChangeCursor = string;

/** A row of the log. */
export interface LoggedChange {
  /** The id of the transaction that wrote it. */
  xid: string;
  tags: readonly Tag[];
}

export interface ChangeSlice {
  changes: readonly LoggedChange[];
  /** The position after these changes. */
  cursor: ChangeCursor;
  /** Whether more changes follow this slice. */
  isMore: boolean;
}

/** A parsed cursor. Snapshots are in PostgreSQL's text form, `xmin:xmax:xip_list`. */
interface Position {
  /** Which log it is a position of; see `logId`. */
  log: string;
  /** Changes visible to this snapshot were read. */
  seen: string;
  /** The last change that was read; "0" and "0" if there was none. */
  lastXid: string;
  lastId: string;
  /**
   * The snapshot being read: changes visible to it and not to `seen`, up to the last change. Empty between two reads.
   */
  until: string;
}

/**
 * The log's epoch and the server's timeline. A promoted standby and a server restored to an earlier moment have a new
 * timeline: they may have lost transactions, and give their ids to others.
 */
const logId = sql`l.epoch || '.' || left(pg_walfile_name('0/1'), 8)`;

const cursorPattern = /^([0-9a-f-]{36}\.[0-9A-F]{8}) (\d+:\d+:[\d,]*) (\d+) (\d+) ((?:\d+:\d+:[\d,]*)?)$/;

/** How long (days) and how many rows (up to 200 tags each: at most 150 MB) the log keeps. */
const retention = { days: 7, rows: 100_000 };

/** Returns the current position. Take it before reading data that later changes are applied to. */
export async function currentCursor(db: Database): Promise<ChangeCursor> {
  const { rows } = await db.execute<{ log: string; seen: string; xid: string | null; id: string | null }>(sql`
    select ${logId} as log, pg_current_snapshot()::text as seen, c.xid::text as xid, c.id::text as id
    from change_log l left join lateral (select xid, id from changes order by xid desc, id desc limit 1) c on true`);
  const [row] = rows;
  if (!row) throw new Error("The table change_log has no row");
  return cursorOf({ log: row.log, seen: row.seen, lastXid: row.xid ?? "0", lastId: row.id ?? "0", until: "" });
}

/**
 * Reads the next changes after a cursor, at most `maxRows` rows of up to 200 tags.
 * @returns undefined if the log no longer has everything since the cursor: it was pruned, a backup was restored, the
 * database is another one, a standby was promoted, or the text is not a cursor. Treat everything as changed.
 */
export async function readChanges(db: Database, cursor: ChangeCursor, maxRows = 100): Promise<ChangeSlice | undefined> {
  const position = positionOf(cursor);
  if (!position) return undefined;
  const { rows } = await db.execute<LogRow>(readStatement(position, maxRows));
  const [first] = rows;
  if (!first || first.log !== position.log || !first.is_complete) return undefined;
  const changes = rows.flatMap(({ xid, tags }) => (xid === null ? [] : [{ xid, tags }]));
  const last = changes.length > 0 ? rows.at(-1) : undefined;
  const { lastXid, lastId } = last?.xid && last.id ? { lastXid: last.xid, lastId: last.id } : position;
  const isMore = changes.length === maxRows;
  const snapshots = isMore ? { seen: position.seen, until: first.until } : { seen: first.until, until: "" };
  return { changes, cursor: cursorOf({ log: position.log, ...snapshots, lastXid, lastId }), isMore };
}

interface LogRow extends Record<string, unknown> {
  log: string;
  until: string;
  is_complete: boolean;
  xid: string | null;
  id: string | null;
  tags: Tag[];
}

/** Returns at least one row, without a change if there is none. Transactions below a snapshot's xmin have all ended. */
function readStatement({ seen, lastXid, lastId, until }: Position, maxRows: number) {
  const snapshot = sql`${seen}::pg_snapshot`;
  const last = sql`(${lastXid}::xid8, ${lastId}::bigint)`;
  const after = until === "" ? sql`(pg_snapshot_xmin(${snapshot}), 0::bigint)` : last;
  return sql`
    select ${logId} as log, l.until::text as until, c.xid::text as xid, c.id::text as id, c.tags,
      l.pruned_xid < pg_snapshot_xmin(${snapshot})
        and pg_snapshot_xmax(${snapshot}) <= pg_snapshot_xmax(pg_current_snapshot())
        and (${lastXid}::xid8 <= l.pruned_xid or exists (select from changes where (xid, id) = ${last})) as is_complete
    from (select epoch, pruned_xid, ${until === "" ? sql`pg_current_snapshot()` : sql`${until}::pg_snapshot`} as until
      from change_log) l
    left join lateral (
      select xid, id, tags from changes
      where (xid, id) > ${after} and not pg_visible_in_snapshot(xid, ${snapshot})
        and pg_visible_in_snapshot(xid, l.until)
      order by changes.xid, changes.id limit ${maxRows}) c on true
    order by c.xid, c.id`;
}

/**
 * Deletes rows beyond the limits on age and number, oldest first, at most `limit`, except rows that a running transaction may
 * precede. Cursors before them become invalid.
 * @returns how many were deleted.
 */
export async function pruneChanges(db: Database, now: Date, limit: number): Promise<number> {
  const oldest = new Date(now.getTime() - retention.days * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`
    with surplus as (select greatest(count(*) - ${retention.rows}, 0) as surplus from changes),
    old as (select xid, id from (
        select xid, id, at, row_number() over (order by xid, id) as place from changes
        where xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid, id limit ${limit}) oldest, surplus
      where at < ${oldest}::timestamptz or place <= surplus),
    marked as (update change_log set pruned_xid = (select xid from old order by xid desc limit 1)
      where exists (select from old))
    delete from changes using old where changes.xid = old.xid and changes.id = old.id`);
  return rowCount ?? 0;
}

/**
 * Deletes rows of transactions that this server has not reached yet, and then invalidates every cursor. Such rows come from
 * a restored dump of another server and would make every reading incomplete.
 */
export async function dropForeignChanges(db: Database): Promise<void> {
  await db.execute(sql`
    with foreign_rows as (delete from changes where xid >= pg_snapshot_xmax(pg_current_snapshot()) returning 1)
    update change_log set epoch = gen_random_uuid(), pruned_xid = '0'
    where pruned_xid >= pg_snapshot_xmax(pg_current_snapshot()) or exists (select from foreign_rows)`);
}

/** Invalidates every cursor, in the transaction behind `db`, because all rows of the database are replaced. */
export async function voidCursors(db: Database): Promise<void> {
  await db.execute(sql`update change_log set epoch = gen_random_uuid()`);
}

function cursorOf({ log, seen, lastXid, lastId, until }: Position): ChangeCursor {
  return [log, seen, lastXid, lastId, until].join(" ");
}

function positionOf(cursor: ChangeCursor): Position | undefined {
  const match = cursorPattern.exec(cursor);
  if (!match) return undefined;
  const [, log = "", seen = "", lastXid = "", lastId = "", until = ""] = match;
  return { log, seen, lastXid, lastId, until };
}
