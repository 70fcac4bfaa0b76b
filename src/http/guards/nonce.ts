import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#platform/clock.ts";
import type { SecretKey } from "#platform/secret-keys.ts";

/** Half a day, in ms: how long one value is printed. It is accepted for as long again. */
const tickMs = 12 * 60 * 60 * 1000;

/** How long (ms) after its retirement a secret still verifies: as long as a nonce may be old. */
const graceMs = 2 * tickMs;

/** How many half days back a page is known again: as long as the longest session lives, and a day. */
const knownTicks = 30;

/** Whom a nonce is for. A guest has user id 0, and a session key once he has a session. */
export interface NonceHolder {
  userId: number;
  sessionKey: string;
}

/** Somebody of whom nothing is known: his nonces are the same for every guest, and the only ones in cached pages. */
export const anyGuest: NonceHolder = { userId: 0, sessionKey: "" };

export interface Nonces {
  /** Ten hex characters proving action, holder and half day. */
  create(action: string, holder?: NonceHolder): string;
  /** Whether the value is a nonce of this action for this holder, of this half day or the one before. Never throws. */
  verify(value: unknown, action: string, holder?: NonceHolder): boolean;
  /**
   * Whether the value was given to this very holder in the last fifteen days. It proves where a page comes from, and permits
   * nothing by itself.
   */
  wasGiven(value: unknown, action: string, holder: NonceHolder): boolean;
}

/**
 * Nonces as the protocol's clients know them. They guard against a click on a stranger's link and say when a page has
 * grown old; what really keeps foreign sites out is the request guard. The first secret signs, all not long retired verify.
 * @throws RangeError without a secret.
 */
export function openNonces(secrets: readonly SecretKey[], clock: Clock): Nonces {
  const [newest] = secrets;
  if (!newest) throw new RangeError("Nonces need a secret");
  return {
    create: (action, holder = anyGuest) => sign(newest.value, tickOf(clock.now()), action, bind(action, holder)),
    verify: (value, action, holder = anyGuest) =>
      proves(secrets, clock.now(), { value, action, holders: acceptable(action, holder), ticks: 2 }),
    wasGiven: (value, action, holder) =>
      proves(secrets, clock.now(), { value, action, holders: [bind(action, holder)], ticks: knownTicks }),
  };
}

interface Claim {
  value: unknown;
  action: string;
  holders: readonly NonceHolder[];
  /** Of how many half days it may be, this one included. */
  ticks: number;
}

function proves(secrets: readonly SecretKey[], now: Date, { value, action, holders, ticks }: Claim): boolean {
  if (typeof value !== "string" || !/^[0-9a-f]{10}$/.test(value)) return false;
  const tick = tickOf(now);
  let valid = false;
  for (const secret of secrets) {
    if (!stillVerifies(secret, now)) continue;
    for (const holder of holders)
      for (let age = 0; age < ticks; age += 1)
        if (isSame(value, sign(secret.value, tick - age, action, holder))) valid = true;
  }
  return valid;
}

/** When the half day of `now` ends, in ms since 1970: a page that prints nonces leaves the cache then. */
export function nonceTickEndsAt(now: Date): number {
  return (tickOf(now) + 1) * tickMs;
}

function tickOf(now: Date): number {
  return Math.floor(now.getTime() / tickMs);
}

/** A guest's session counts only for actions of the shop ("woocommerce-..."); the others are the same for all guests. */
function bind(action: string, holder: NonceHolder): NonceHolder {
  return holder.userId !== 0 || action.startsWith("woocommerce") ? holder : anyGuest;
}

/** A guest's page may be older than his session: the anonymous nonce it printed is good for him too. */
function acceptable(action: string, holder: NonceHolder): NonceHolder[] {
  const bound = bind(action, holder);
  return holder.userId === 0 && bound.sessionKey !== "" ? [bound, anyGuest] : [bound];
}

function stillVerifies(secret: SecretKey, now: Date): boolean {
  return secret.retiredAt === undefined || now.getTime() - secret.retiredAt.getTime() < graceMs;
}

function sign(secret: string, tick: number, action: string, holder: NonceHolder): string {
  // As JSON, so that no action can run over into the next part.
  const proven = JSON.stringify([tick, action, holder.userId, holder.sessionKey]);
  return createHmac("sha256", secret).update(proven).digest("hex").slice(0, 10);
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
