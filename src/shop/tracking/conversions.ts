import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { countingUses, type LimitUse, limitKey, rateLimits } from "../rate-limits.ts";
import type { SaleKind } from "./facts.rules.ts";
import type { NetworkName } from "./networks/networks.rules.ts";

/** What became of a conversion. */
export const conversionStatuses = ["waiting", "sent", "refused", "skipped"] as const;
export type ConversionStatus = (typeof conversionStatuses)[number];

/** A conversion about to be stored. */
export interface NewConversion {
  network: NetworkName;
  /** The network's name of the event. */
  event: string;
  eventId: string;
  /** The order and what happened to it; null for what a browser reported. */
  sale: { orderId: number; kind: SaleKind } | null;
  /** The encrypted event of a browser; null for an order's. */
  sealed: string | null;
  /** Why it is not to be sent; "" if it is. */
  skipReason: string;
  happenedAt: Date;
}

/** The job that sends the waiting conversions of a network. */
const sendConversionsJob = "send-conversions";

/**
 * Seconds for which conversions are gathered before a job sends them together. Its key makes it one job per network, however many
 * conversions are stored meanwhile.
 */
const gatherSeconds = 1;

/**
 * Stores conversions, each only once, and queues the jobs that send those that wait, in the transaction behind `db`.
 * @returns how many were new
 */
export async function storeConversions(db: Database, conversions: readonly NewConversion[]): Promise<number> {
  if (conversions.length === 0) return 0;
  const { rows } = await executeNamed<{ stored: number }>(
    db,
    "store_conversions",
    sql`with ${storing(conversions, sql`true`)}
      select (select count(*)::int from added) as stored, (select count(*) from jobs) as jobs`,
  );
  return rows[0]?.stored ?? 0;
}

/** A conversion and the limits that it counts against. */
export interface CountedConversion {
  conversion: NewConversion;
  uses: readonly LimitUse[];
}

/**
 * Counts conversions and stores those within the limits as `storeConversions` does, all in one round trip and one commit.
 * @returns whether each is within the limits
 */
export async function storeWithinLimits(
  db: Database,
  counted: readonly CountedConversion[],
  now: Date,
): Promise<boolean[]> {
  const totals = new Map<string, { use: LimitUse; times: number }>();
  const count = (use: LimitUse) => {
    const key = limitKey(use);
    totals.set(key, { use, times: (totals.get(key)?.times ?? 0) + 1 });
    return key;
  };
  const keyed = counted.map(({ conversion, uses }) => ({ ...conversion, keys: uses.map(count) }));
  const limits = [...totals].map(([key, { use }]) => ({ key, points: rateLimits[use.limit].points }));
  const { rows } = await executeNamed<{ keys: string[] }>(
    db,
    "store_conversions_within_limits",
    sql`with counted as (${countingUses([...totals.values()], now)}), used_up as materialized (
        select key from counted
        join json_to_recordset(${JSON.stringify(limits)}::json) as allowed(key text, points int) using (key)
        where counted.points > allowed.points
      ), ${storing(keyed, sql`not exists (select from used_up where used_up.key = any(c.keys))`)}
      select array(select key from used_up) as keys, (select count(*) from jobs) as jobs`,
  );
  const usedUp = new Set(rows[0]?.keys);
  return keyed.map(({ keys }) => !keys.some((key) => usedUp.has(key)));
}

/** SQL of the common table expressions `added`, the stored conversions, and `jobs`, their jobs. @param condition on `c`, the conversion */
function storing(conversions: readonly (NewConversion & { keys?: readonly string[] })[], condition: SQL): SQL {
  const rows = conversions.map(({ sale, skipReason, happenedAt, ...row }) => ({
    ...row,
    orderId: sale?.orderId ?? null,
    kind: sale?.kind ?? null,
    status: skipReason === "" ? "waiting" : "skipped",
    reason: skipReason,
    happenedAt: happenedAt.toISOString(),
  }));
  // In the order of the unique keys, so that two such statements cannot deadlock.
  return sql`added as (
      insert into conversions (network, event, event_id, order_id, kind, status, reason, sealed, happened_at, settled_at)
      select c.network, c.event, c."eventId", c."orderId", c.kind, c.status, c.reason,
        case when c.status = 'waiting' then c.sealed end, c."happenedAt",
        case when c.status <> 'waiting' then c."happenedAt" end
      from json_to_recordset(${JSON.stringify(rows)}::json) as c(network text, event text, "eventId" text,
        "orderId" bigint, kind text, status text, reason text, sealed text, "happenedAt" timestamptz, keys text[])
      where ${condition}
      order by c."orderId", c."eventId", c.network, c.event, c.kind
      on conflict do nothing returning network, status
    ), jobs as materialized (
      select ${sendingJob(sql`network`, sql`now() + make_interval(secs => ${gatherSeconds}::int)`)}
      from (select distinct network from added where status = 'waiting' order by network) waiting
    )`;
}

/** SQL that adds the job of a network at a moment, unless it is to run earlier anyway. */
function sendingJob(network: SQL, runAt: SQL): SQL {
  return sql`graphile_worker.add_job(${sendConversionsJob}, json_build_object('network', ${network}),
    queue_name => 'conversions-' || ${network}, run_at => ${runAt},
    job_key => ${sendConversionsJob} || ':' || ${network}, job_key_mode => 'preserve_run_at')`;
}

/** A conversion that a job has claimed. */
export interface ClaimedConversion {
  id: number;
  event: string;
  eventId: string;
  orderId: number | null;
  kind: SaleKind | null;
  sealed: string | null;
  happenedAt: Date;
  /** Including this one. */
  attempts: number;
}

/**
 * Claims the oldest waiting conversions of a network until a moment; nobody else gets them before. None while the network rests
 * after a failure.
 */
export async function claimConversions(
  db: Database,
  network: NetworkName,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedConversion[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await executeNamed<ClaimedConversion & { happenedAt: string } & Record<string, unknown>>(
    db,
    "claim_conversions",
    sql`with claimed as (
        update conversions set claimed_until = ${until.toISOString()}::timestamptz, attempts = attempts + 1
        where id in (
          select id from conversions where network = ${network} and status = 'waiting'
            and (claimed_until is null or claimed_until <= ${at})
            and not exists (select from conversions where network = ${network} and status = 'waiting' and retry_at > ${at})
          order by id limit ${limit} for update skip locked)
        returning id::int as id, event, event_id as "eventId", order_id::int as "orderId", kind, sealed,
          happened_at as "happenedAt", attempts
      ) select * from claimed order by id`,
  );
  return rows.map(({ happenedAt, ...row }) => ({ ...row, happenedAt: new Date(happenedAt) }));
}

/** What became of claimed conversions. */
export interface Settlement {
  ids: readonly number[];
  status: Exclude<ConversionStatus, "waiting">;
  /** "" for none. */
  reason: string;
}

/** Records what became of conversions and deletes what was to be sent. */
export async function settleConversions(db: Database, { ids, status, reason }: Settlement, now: Date): Promise<void> {
  if (ids.length === 0) return;
  await executeNamed(
    db,
    "settle_conversions",
    sql`update conversions set status = ${status}, reason = ${reason}, settled_at = ${now.toISOString()}::timestamptz,
      sealed = null, claimed_until = null, retry_at = null
      where id = any(${sql.param([...ids])}::bigint[]) and status = 'waiting'`,
  );
}

/** Gives claimed conversions back, to be sent again after a moment. */
export async function postponeConversions(
  db: Database,
  ids: readonly number[],
  { reason, until }: { reason: string; until: Date },
): Promise<void> {
  await db.execute(sql`update conversions set reason = ${reason}, retry_at = ${until.toISOString()}::timestamptz,
    claimed_until = null where id = any(${sql.param([...ids])}::bigint[]) and status = 'waiting'`);
}

/** Queues the job again for when the network's waiting conversions may be sent, if there are any. */
export async function resumeLater(db: Database, network: NetworkName): Promise<void> {
  await db.execute(sql`select ${sendingJob(sql`${network}::text`, sql`due.at`)}
    from (select coalesce(max(retry_at), min(claimed_until), now()) as at, count(*) as waiting from conversions
      where network = ${network} and status = 'waiting') due where due.waiting > 0`);
}

/** Lists the networks that have waiting conversions. */
export async function listWaitingNetworks(db: Database): Promise<NetworkName[]> {
  const { rows } = await db.execute<{ network: NetworkName }>(
    sql`select distinct network from conversions where status = 'waiting' order by network`,
  );
  return rows.map(({ network }) => network);
}

/** Returns the networks that are told of an order's purchase, or have been. */
export async function listTold(db: Database, orderId: number): Promise<NetworkName[]> {
  const { rows } = await db.execute<{ network: NetworkName }>(sql`select network from conversions
    where order_id = ${orderId} and kind = 'purchase' and status in ('waiting', 'sent') order by network`);
  return rows.map(({ network }) => network);
}

/** A line of the log. */
export interface LoggedConversion {
  network: NetworkName;
  event: string;
  eventId: string;
  orderId: number | null;
  status: ConversionStatus;
  reason: string;
  attempts: number;
  happenedAt: Date;
}

export interface ConversionFilter {
  network?: NetworkName | undefined;
  status?: ConversionStatus | undefined;
  since?: Date | undefined;
  limit: number;
}

/** Lists conversions, newest first. */
export async function listConversions(
  db: Database,
  { network, status, since, limit }: ConversionFilter,
): Promise<LoggedConversion[]> {
  const { rows } = await db.execute<LoggedConversion & { happenedAt: string } & Record<string, unknown>>(sql`
    select network, event, event_id as "eventId", order_id::int as "orderId", status, reason, attempts,
      happened_at as "happenedAt"
    from conversions
    where (${network ?? null}::text is null or network = ${network ?? null})
      and (${status ?? null}::text is null or status = ${status ?? null})
      and (${since?.toISOString() ?? null}::timestamptz is null or happened_at >= ${since?.toISOString() ?? null}::timestamptz)
    order by happened_at desc, id desc limit ${limit}`);
  return rows.map(({ happenedAt, ...row }) => ({ ...row, happenedAt: new Date(happenedAt) }));
}

/**
 * Deletes at most `limit` conversions that were kept long enough. Those of orders that were told last as long as the order, so
 * that nothing can report it again. @returns how many
 */
export async function deleteOldConversions(
  db: Database,
  { conversion_days: days }: { conversion_days: number },
  now: Date,
  limit: number,
): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`delete from conversions where id in (
    select id from conversions where happened_at < ${before}::timestamptz and (order_id is null or status <> 'sent')
    order by happened_at limit ${limit})`);
  return rowCount ?? 0;
}
