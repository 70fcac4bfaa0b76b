import { createHmac, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "#platform/clock.ts";
import type { SecretKey } from "#platform/secret-keys.ts";

/** Half a day (ms): how long one value is issued. It is accepted for as long again. */
const tickMs = 12 * 60 * 60 * 1000;

/** How long (ms) a retired secret still verifies: the longest validity of a nonce. */
const graceMs = 2 * tickMs;

/** How many half days back a nonce is recognized: the longest session, plus a day. */
const knownTicks = 30;

/** The holder of a nonce. A guest has user id 0, and a session key once they have a session. */
export interface NonceHolder {
  userId: number;
  sessionKey: string;
}

/** An anonymous guest: these nonces are the same for everybody, and the only ones in cached pages. */
export const anyGuest: NonceHolder = { userId: 0, sessionKey: "" };

export interface Nonces {
  /** Returns ten hex characters that prove action, holder and half day. */
  create(action: string, holder?: NonceHolder): string;
  /**
   * Returns whether the value is this holder's nonce for this action, of the current or previous half day. Never
   * throws.
   */
  verify(value: unknown, action: string, holder?: NonceHolder): boolean;
  /**
   * Returns whether the value was issued to this holder in the last fifteen days. It shows where a page comes from, and
   * permits nothing by itself.
   */
  wasGiven(value: unknown, action: string, holder: NonceHolder): boolean;
}

/**
 * Opens nonces as the protocol's clients expect them. They protect against clicks on foreign links and detect outdated
 * pages; the actual CSRF protection is the request guard. The first secret signs; all that were retired recently enough
 * verify. @throws RangeError without a secret.
 */
export function openNonces(secrets: readonly SecretKey[], clock: Clock): Nonces {
  const [newest] = secrets;
  if (!newest) throw new RangeError("Nonces need a secret");
  const sign = rememberingSign();
  return {
    create: (action, holder = anyGuest) => sign(newest.value, tickOf(clock.now()), action, bind(action, holder)),
    verify: (value, action, holder = anyGuest) =>
      proves(secrets, sign, clock.now(), { value, action, holders: acceptable(action, holder), ticks: 2 }),
    wasGiven: (value, action, holder) =>
      proves(secrets, sign, clock.now(), { value, action, holders: [bind(action, holder)], ticks: knownTicks }),
  };
}

interface Claim {
  value: unknown;
  action: string;
  holders: readonly NonceHolder[];
  /** How many half days are accepted, including the current one. */
  ticks: number;
}

function proves(
  secrets: readonly SecretKey[],
  sign: Sign,
  now: Date,
  { value, action, holders, ticks }: Claim,
): boolean {
  if (typeof value !== "string" || !/^[0-9a-f]{10}$/.test(value)) return false;
  const tick = tickOf(now);
  let valid = false;
  for (const secret of secrets) {
    if (!stillVerifies(secret, now)) continue;
    // Also of the half day to come: signed before the clock stepped back.
    for (const holder of holders)
      for (let age = -1; age < ticks; age += 1)
        if (isSame(value, sign(secret.value, tick - age, action, holder))) valid = true;
  }
  return valid;
}

/** Returns when the half day of `now` ends, in ms since 1970: pages with nonces leave the cache then. */
export function nonceTickEndsAt(now: Date): number {
  return (tickOf(now) + 1) * tickMs;
}

function tickOf(now: Date): number {
  return Math.floor(now.getTime() / tickMs);
}

/** Binds a guest's session only to shop actions ("woocommerce-..."); other actions are the same for all guests. */
function bind(action: string, holder: NonceHolder): NonceHolder {
  return holder.userId !== 0 || action.startsWith("woocommerce") ? holder : anyGuest;
}

/**
 * Returns the accepted holders. A guest's page may be older than their session, so the anonymous nonce is valid too.
 */
function acceptable(action: string, holder: NonceHolder): NonceHolder[] {
  const bound = bind(action, holder);
  return holder.userId === 0 && bound.sessionKey !== "" ? [bound, anyGuest] : [bound];
}

function stillVerifies(secret: SecretKey, now: Date): boolean {
  return secret.retiredAt === undefined || now.getTime() - secret.retiredAt.getTime() < graceMs;
}

type Sign = (secret: string, tick: number, action: string, holder: NonceHolder) => string;

/** Number of remembered nonces: all actions of guests for a few half days. */
const maxRemembered = 500;

/** Returns `sign` with a memory of anonymous guests' nonces: every request to the general door needs some. */
function rememberingSign(): Sign {
  const remembered = new LRUCache<string, string>({ max: maxRemembered });
  return (secret, tick, action, holder) => {
    if (holder.userId !== 0 || holder.sessionKey !== "") return sign(secret, tick, action, holder);
    const key = `${secret} ${tick} ${action}`;
    let nonce = remembered.get(key);
    if (nonce === undefined) remembered.set(key, (nonce = sign(secret, tick, action, holder)));
    return nonce;
  };
}

function sign(secret: string, tick: number, action: string, holder: NonceHolder): string {
  // As JSON, so that an action cannot run over into the next part.
  const proven = JSON.stringify([tick, action, holder.userId, holder.sessionKey]);
  return createHmac("sha256", secret).update(proven).digest("hex").slice(0, 10);
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
