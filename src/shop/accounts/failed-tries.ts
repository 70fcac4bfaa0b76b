import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../refusal.ts";

/** What tries are counted for: `key` names it, `most` of them are let through within `minutes`. */
export interface TryLimit {
  key: string;
  most: number;
  minutes: number;
}

/**
 * Counts a try for each of the limits before it is made, so that none slips through however many come at once. The counts
 * of what succeeds are taken back with `forgiveTry`.
 * @throws Refusal too_many_tries (details: minutes to wait) when one of them is passed
 */
export async function countTry(db: Database, limits: readonly TryLimit[], now: Date): Promise<void> {
  const rows = limits.map(({ key, minutes }) => ({
    key: hashOf(key).toString("hex"),
    until: new Date(now.getTime() + minutes * 60_000).toISOString(),
  }));
  const at = sql`${now.toISOString()}::timestamptz`;
  // Ordered, so that two who count the same keys wait for each other instead of deadlocking.
  const { rows: counted } = await db.execute<{ key: string; tries: number; expires_at: string }>(sql`
    insert into failed_tries (key, tries, expires_at)
    select decode(key, 'hex'), 1, until
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (key text, until timestamptz) order by key
    on conflict (key) do update set
      tries = case when failed_tries.expires_at <= ${at} then 1 else least(failed_tries.tries + 1, 1000000) end,
      expires_at = case when failed_tries.expires_at <= ${at} then excluded.expires_at else failed_tries.expires_at end
    returning encode(key, 'hex') as key, tries, expires_at`);
  const byKey = new Map(counted.map((row) => [row.key, row]));
  const passed = limits.flatMap(({ key, most }) => {
    const row = byKey.get(hashOf(key).toString("hex"));
    return row && row.tries > most ? [new Date(row.expires_at)] : [];
  });
  if (passed.length === 0) return;
  const until = Math.max(...passed.map((moment) => moment.getTime()));
  throw new Refusal("too_many_tries", { minutes: Math.max(1, Math.ceil((until - now.getTime()) / 60_000)) });
}

/** Takes back what `countTry` counted for a try that succeeded; of the first limit all tries, or this one as of the others. */
export async function forgiveTry(
  db: Database,
  [own, ...others]: readonly TryLimit[],
  ofFirst: "all" | "this",
): Promise<void> {
  if (own && ofFirst === "all") await db.execute(sql`delete from failed_tries where key = ${hashOf(own.key)}`);
  const lessened = own && ofFirst === "this" ? [own, ...others] : others;
  const keys = sql.join(
    lessened.map(({ key }) => sql`${hashOf(key)}`),
    sql`, `,
  );
  if (lessened.length > 0)
    await db.execute(sql`update failed_tries set tries = greatest(tries - 1, 0) where key in (${keys})`);
}

/** What counts as one address: of IPv6 the first 64 bits, since whoever has one of them has them all. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.toLowerCase().split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => "0");
  return [...groups, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
