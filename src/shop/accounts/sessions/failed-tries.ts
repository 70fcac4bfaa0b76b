import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../../refusal.ts";

/** What tries are counted for: `key` names it, `most` of them are let through within `minutes`. */
export interface TryLimit {
  key: string;
  most: number;
  minutes: number;
  /** What a success does to the count: ends it, or takes back what this try added. */
  onSuccess: "forget" | "take back";
}

/**
 * Counts a try before it is made, so that none slips through however many come at once: for one limit after the other, and
 * not beyond the first that is passed. The ones of a single source stand before those that many share: who is refused for
 * himself uses up nothing that others need. What succeeds is taken back with `forgiveTry`.
 * @throws Refusal too_many_tries (details: minutes to wait) when one of them is passed
 */
export async function countTry(db: Database, limits: readonly TryLimit[], now: Date): Promise<void> {
  for (const limit of limits) {
    const { tries, until } = await countFor(db, limit, now);
    if (tries <= limit.most) continue;
    throw new Refusal("too_many_tries", {
      minutes: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000)),
    });
  }
}

async function countFor(db: Database, { key, minutes }: TryLimit, now: Date): Promise<{ tries: number; until: Date }> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ tries: number; expires_at: string }>(sql`
    insert into failed_tries (key, tries, expires_at)
    values (${hashOf(key)}, 1, ${new Date(now.getTime() + minutes * 60_000).toISOString()}::timestamptz)
    on conflict (key) do update set
      tries = case when failed_tries.expires_at <= ${at} then 1 else least(failed_tries.tries + 1, 1000000) end,
      expires_at = case when failed_tries.expires_at <= ${at} then excluded.expires_at else failed_tries.expires_at end
    returning tries, expires_at`);
  const [row] = rows;
  if (!row) throw new Error("A try was not counted");
  return { tries: row.tries, until: new Date(row.expires_at) };
}

/** Takes back what `countTry` counted for a try that succeeded. */
export async function forgiveTry(db: Database, limits: readonly TryLimit[]): Promise<void> {
  for (const { key, onSuccess } of limits)
    await db.execute(
      onSuccess === "forget"
        ? sql`delete from failed_tries where key = ${hashOf(key)}`
        : sql`update failed_tries set tries = greatest(tries - 1, 0) where key = ${hashOf(key)}`,
    );
}

/**
 * What mails that anybody may ask for are counted by: nobody's mailbox is filled from here, and nobody who asks for many
 * keeps its owner from his own. None of them is ever taken back.
 */
export function mailLimits(about: string, recipient: string, address: string): TryLimit[] {
  const inAll: TryLimit = { key: `${about} from ${networkOf(address)}`, most: 30, minutes: 60, onSuccess: "take back" };
  return [inAll, ...recipientLimits(about, recipient, address)];
}

/** Those of `mailLimits` that count mails to one recipient: what people on one network do each for himself uses up nothing of theirs. */
export function recipientLimits(about: string, recipient: string, address: string): TryLimit[] {
  const network = networkOf(address);
  return [
    { key: `${about} of ${recipient} from ${network}`, most: 5, minutes: 60, onSuccess: "take back" },
    { key: `${about} of ${recipient}`, most: 20, minutes: 60, onSuccess: "take back" },
  ];
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
