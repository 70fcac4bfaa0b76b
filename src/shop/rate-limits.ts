import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { Refusal } from "./refusal.ts";

interface RateLimit {
  /** Uses allowed within the window; null: the caller compares the count. */
  points: number | null;
  /** The window, in minutes. It starts with the first use and does not slide. */
  minutes: number;
  /** The values that identify a count. */
  key: readonly string[];
  /** Effect of a success on the count: returns the point of this use, or resets it. */
  onSuccess: "refund" | "reset";
}

/**
 * Every rate limit; all processes share the counts, which are rows of `rate_limits`. "address" is an IPv4 address or
 * the first 64 bits of an IPv6 address, "network" the 24 or 48 bits around it. `login` is an email address or a phone
 * number; `mail` is the kind of mail.
 */
export const rateLimits = {
  signInByLoginAndNetwork: { points: 5, minutes: 15, key: ["login", "network"], onSuccess: "reset" },
  accountsByAddress: { points: 20, minutes: 60, key: ["address"], onSuccess: "refund" },
  accountsByNetwork: { points: 200, minutes: 60, key: ["network"], onSuccess: "refund" },
  signInByLogin: { points: 50, minutes: 60, key: ["login"], onSuccess: "refund" },
  provenByLoginAndNetwork: { points: 20, minutes: 60, key: ["login", "network"], onSuccess: "reset" },
  provenByNetwork: { points: 2000, minutes: 60, key: ["network"], onSuccess: "refund" },
  provenByLogin: { points: 100, minutes: 60, key: ["login"], onSuccess: "refund" },
  proof: { points: 1, minutes: 60, key: ["challenge"], onSuccess: "refund" },
  signInByDevice: { points: 10, minutes: 15, key: ["login", "device"], onSuccess: "reset" },
  ownPassword: { points: 10, minutes: 15, key: ["user"], onSuccess: "reset" },
  codeByUserAndNetwork: { points: 5, minutes: 15, key: ["user", "network"], onSuccess: "reset" },
  codeByUser: { points: 20, minutes: 60, key: ["user"], onSuccess: "refund" },
  programByAddress: { points: 30, minutes: 15, key: ["address"], onSuccess: "refund" },
  programByNetwork: { points: 300, minutes: 15, key: ["network"], onSuccess: "refund" },
  emailChange: { points: 5, minutes: 60, key: ["user"], onSuccess: "refund" },
  resetMailOfHour: { points: 1, minutes: 60, key: ["login"], onSuccess: "refund" },
  provenMailByAddress: { points: 300, minutes: 60, key: ["mail", "address"], onSuccess: "refund" },
  mailByAddress: { points: 30, minutes: 60, key: ["mail", "address"], onSuccess: "refund" },
  mailByNetwork: { points: 120, minutes: 60, key: ["mail", "network"], onSuccess: "refund" },
  mailByNetworkAndDay: { points: 1000, minutes: 24 * 60, key: ["mail", "network"], onSuccess: "refund" },
  mailByRecipientAndAddress: { points: 5, minutes: 60, key: ["mail", "recipient", "address"], onSuccess: "refund" },
  mailByRecipient: { points: 20, minutes: 60, key: ["mail", "recipient"], onSuccess: "refund" },
  strangerMailByAddress: { points: null, minutes: 60, key: ["address"], onSuccess: "refund" },
  strangerMailByAddressAndDay: { points: null, minutes: 24 * 60, key: ["address"], onSuccess: "refund" },
  strangerMailByNetwork: { points: null, minutes: 60, key: ["network"], onSuccess: "refund" },
  strangerMailByNetworkAndDay: { points: null, minutes: 24 * 60, key: ["network"], onSuccess: "refund" },
  couponBySession: { points: 20, minutes: 15, key: ["session"], onSuccess: "refund" },
  couponByAddress: { points: 100, minutes: 15, key: ["address"], onSuccess: "refund" },
  firstCouponsByAddress: { points: 1000, minutes: 15, key: ["address"], onSuccess: "refund" },
  orderAnswerByAddress: { points: 5, minutes: 15, key: ["order", "address"], onSuccess: "reset" },
  orderAnswer: { points: 30, minutes: 60, key: ["order"], onSuccess: "refund" },
  wishlistsByAddress: { points: 600, minutes: 60, key: ["address"], onSuccess: "refund" },
  wishlistSearchByAddress: { points: 60, minutes: 10, key: ["address"], onSuccess: "refund" },
  returnedByAddress: { points: null, minutes: 24 * 60, key: ["address"], onSuccess: "refund" },
  returnedByNetwork: { points: null, minutes: 24 * 60, key: ["network"], onSuccess: "refund" },
  checkoutByAddress: { points: null, minutes: 60, key: ["address"], onSuccess: "refund" },
  formByAddress: { points: null, minutes: 60, key: ["address"], onSuccess: "refund" },
  formByNetwork: { points: null, minutes: 60, key: ["network"], onSuccess: "refund" },
  formCopies: { points: null, minutes: 24 * 60, key: ["content"], onSuccess: "refund" },
  quizTries: { points: null, minutes: 24 * 60, key: ["quiz"], onSuccess: "refund" },
  reviewByAddress: { points: null, minutes: 0.25, key: ["address"], onSuccess: "refund" },
  reviewByEmail: { points: null, minutes: 0.25, key: ["email"], onSuccess: "refund" },
  reviewByUser: { points: null, minutes: 0.25, key: ["user"], onSuccess: "refund" },
  uploadsByUser: { points: null, minutes: 60, key: ["user"], onSuccess: "refund" },
  votesByAddress: { points: 60, minutes: 60, key: ["address"], onSuccess: "refund" },
  eventsByAddress: { points: 1000, minutes: 10, key: ["address"], onSuccess: "refund" },
  eventsByNetwork: { points: 20_000, minutes: 10, key: ["network"], onSuccess: "refund" },
  checkoutByNetwork: { points: null, minutes: 60, key: ["network"], onSuccess: "refund" },
  stockByAddress: { points: null, minutes: 60, key: ["address"], onSuccess: "refund" },
  stockByNetwork: { points: null, minutes: 60, key: ["network"], onSuccess: "refund" },
  checkoutTurns: { points: null, minutes: 60, key: ["place"], onSuccess: "refund" },
  checkoutTurnOfForm: { points: null, minutes: 60, key: ["form"], onSuccess: "refund" },
} as const satisfies Record<string, RateLimit>;

type LimitName = keyof typeof rateLimits;
type FixedLimitName = {
  [Name in LimitName]: (typeof rateLimits)[Name]["points"] extends number ? Name : never;
}[LimitName];

type UseOf<Names extends LimitName> = {
  [Name in Names]: { limit: Name } & Record<(typeof rateLimits)[Name]["key"][number], string | number>;
}[Names];

/** One use of a limit: its name and the values of its key, such as `{ limit: "ownPassword", user: 7 }`. */
export type LimitUse = UseOf<FixedLimitName>;

/** Uses of a limit that are counted together. */
export interface CountedUse {
  use: UseOf<LimitName>;
  times: number;
}

/** The uses counted so far, and when the window ends. */
export interface LimitCount {
  points: number;
  expiresAt: Date;
}

/**
 * Counts a use of each limit, in order, and stops at the first that is exceeded. Call it before the limited work, so
 * that concurrent requests cannot slip through. Put the limit of a single source before shared ones, so that a refused
 * source does not use up the shared points. After a success call `releaseLimits`.
 * @throws Refusal too_many_tries (details: minutes to wait)
 */
export async function consumeLimits(db: Database, uses: readonly LimitUse[], now: Date): Promise<void> {
  for (const use of uses) await consumeLimit(db, use, now);
}

/** Counts a use of one limit. @returns the new count. @throws Refusal as consumeLimits */
export async function consumeLimit(db: Database, use: LimitUse, now: Date): Promise<number> {
  const [count] = await countUses(db, [{ use, times: 1 }], now);
  if (!count) throw new Error(`The rate limit ${use.limit} was not counted`);
  refuseAbove(rateLimits[use.limit].points, count, now);
  return count.points;
}

/** @throws Refusal too_many_tries (details: minutes to wait) if more than `most` uses were counted */
export function refuseAbove(most: number, { points, expiresAt }: LimitCount, now: Date): void {
  if (points <= most) return;
  const minutes = Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000));
  throw new Refusal("too_many_tries", { minutes });
}

/** Returns whether what `consume` counts is still within its limits. */
export async function isWithinLimits(consume: () => Promise<unknown>): Promise<boolean> {
  try {
    await consume();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_tries") return false;
    throw error;
  }
}

/** Counts uses of different limits or keys in one statement, all of them. @returns the new count of each, in the same order */
export async function countUses(db: Database, counted: readonly CountedUse[], now: Date): Promise<LimitCount[]> {
  const keys = counted.map(({ use }) => limitKey(use));
  const { rows } = await executeNamed<CountRow>(db, "count_rate_limits", countingUses(counted, now));
  const byKey = new Map(rows.map(({ key, points, expiresAt }) => [key, { points, expiresAt: new Date(expiresAt) }]));
  return keys.map((key) => byKey.get(key)).filter((count) => count !== undefined);
}

/** SQL that counts uses as `countUses` does. Its rows have the key (as `limitKey`), the points so far and "expiresAt". */
export function countingUses(counted: readonly CountedUse[], now: Date): SQL {
  const given = counted.map(({ use, times }) => ({
    key: limitKey(use),
    times,
    expiry: new Date(now.getTime() + rateLimits[use.limit].minutes * 60_000),
  }));
  const at = sql`${now.toISOString()}::timestamptz`;
  // A window that ends later than a new one began while the clock was ahead: it counts as begun now.
  // In the order of keys, so that two such statements cannot deadlock. The count stops far above every limit: no overflow.
  return sql`
    insert into rate_limits as known (key, points, expires_at)
    select decode(key, 'hex'), times, expiry
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(key text, times int, expiry timestamptz) order by 1
    on conflict (key) do update set
      points = case when known.expires_at <= ${at} then excluded.points
        else least(known.points + excluded.points, 1000000) end,
      expires_at = case when known.expires_at <= ${at} then excluded.expires_at
        else least(known.expires_at, excluded.expires_at) end
    returning encode(key, 'hex') as key, points, expires_at as "expiresAt"`;
}

interface CountRow extends Record<string, unknown> {
  /** Hexadecimal. */
  key: string;
  points: number;
  expiresAt: string;
}

/**
 * Returns or resets what `consumeLimits` counted for a use that succeeded.
 * @param onSuccess overrides the limits' own `onSuccess`
 */
export async function releaseLimits(
  db: Database,
  uses: readonly LimitUse[],
  onSuccess?: RateLimit["onSuccess"],
): Promise<void> {
  for (const use of uses) {
    const isReset = (onSuccess ?? rateLimits[use.limit].onSuccess) === "reset";
    await (isReset
      ? executeNamed(db, "reset_rate_limit", sql`delete from rate_limits where key = ${hashOf(use)}`)
      : executeNamed(
          db,
          "refund_rate_limit",
          sql`update rate_limits set points = greatest(points - 1, 0) where key = ${hashOf(use)}`,
        ));
  }
}

/** A queue in which forms are served one after another. */
export interface Queue {
  /** The address or network whose forms wait for each other. */
  place: string;
  /** Identifies the form: it keeps its turn when it is sent again, also when its network has become the place. */
  form: string;
  /** The form's turn comes at this moment or later. */
  earliest: Date;
  /** Seconds between two turns. */
  gap: number;
  /** The longest time to wait, in seconds. */
  longest: number;
}

/**
 * Returns when a form's turn in its queue comes, and reserves that turn; null if it would have to wait too long. One
 * statement, so that no two forms get the same turn, whichever process they reach. Turns later than any that it gives out were
 * reserved while the clock was ahead, and do not count.
 */
export async function takeTurn(db: Database, queue: Queue, now: Date): Promise<Date | null> {
  const { place, form, gap, longest } = queue;
  const ownKey = hashOf({ limit: "checkoutTurnOfForm", form });
  const at = sql`${now.toISOString()}::timestamptz`;
  const earliest = sql`greatest(${queue.earliest.toISOString()}::timestamptz, ${at})`;
  const seconds = (count: number) => sql`make_interval(secs => ${count})`;
  const kept = sql`interval '1 hour'`;
  const last = sql`${at} + ${seconds(longest + 2 * gap)}`;
  const { rows } = await executeNamed<{ turn: string | null }>(
    db,
    "take_turn",
    sql`
    with own as (
      select expires_at - ${kept} as turn from rate_limits where key = ${ownKey} and expires_at > ${at}
        and expires_at <= ${last} + ${kept}
    ), next as (
      insert into rate_limits as queue (key, points, expires_at)
      select ${hashOf({ limit: "checkoutTurns", place })}, 1, ${earliest} + ${seconds(gap)} where not exists (select from own)
      on conflict (key) do update set expires_at =
          greatest(case when queue.expires_at <= ${last} then queue.expires_at end, ${earliest}) + ${seconds(gap)}
        where queue.expires_at <= ${at} + ${seconds(longest)} or queue.expires_at > ${last}
      returning expires_at - ${seconds(gap)} as turn
    ), noted as (
      insert into rate_limits as own (key, points, expires_at) select ${ownKey}, 1, turn + ${kept} from next
      on conflict (key) do update set expires_at = excluded.expires_at
    )
    select coalesce((select turn from own), (select turn from next)) as turn`,
  );
  const turn = rows[0]?.turn ?? null;
  return turn === null ? null : new Date(turn);
}

/** Mails that anyone can request, to any recipient. */
type RequestedMail =
  | "registration"
  | "password reset"
  | "back in stock"
  | "order link"
  | "contact form"
  | "estimate"
  | "wishlist alerts"
  | "newsletter"
  | "cart reminder";

/**
 * Returns the limits of a mail that anyone can request, so that no mailbox is flooded and a stranger's requests do not
 * block the owner's. Their points are never returned.
 */
export function mailLimits(mail: RequestedMail, recipient: string, ip: string): LimitUse[] {
  return [...senderLimits(mail, ip), ...recipientLimits(mail, recipient, ip)];
}

/** Returns the part of `mailLimits` that counts mails requested from one address or network. */
export function senderLimits(mail: RequestedMail, ip: string): LimitUse[] {
  const network = networkPrefix(ip);
  return [
    { limit: "mailByAddress", mail, address: addressPrefix(ip) },
    { limit: "mailByNetwork", mail, network },
    { limit: "mailByNetworkAndDay", mail, network },
  ];
}

/** Returns the part of `mailLimits` that counts mails to one recipient, for requests from shared addresses. */
export function recipientLimits(mail: RequestedMail, recipient: string, ip: string): LimitUse[] {
  return [
    { limit: "mailByRecipientAndAddress", mail, recipient, address: addressPrefix(ip) },
    { limit: "mailByRecipient", mail, recipient },
  ];
}

/** The key of a count, in hexadecimal. */
export function limitKey(use: UseOf<LimitName>): string {
  return hashOf(use).toString("hex");
}

/** Keys hold addresses and logins, so only their hash is stored. */
function hashOf(use: UseOf<LimitName>): Buffer {
  const values: Record<string, string | number> = use;
  const key = [use.limit, ...rateLimits[use.limit].key.map((name) => values[name])];
  return createHash("sha256").update(JSON.stringify(key)).digest();
}
