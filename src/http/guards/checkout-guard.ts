import { Refusal } from "#shop/refusal.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { NonceHolder, Nonces } from "./nonce.ts";
import type { OrderCounts } from "./order-counts.ts";

/** Field with the form's timestamp: when its page was first shown, in ms since 1970, with a signature. */
export const beganField = "chowk_began";

/** Honeypot field, invisible to people: anything in it was written by a bot. */
export const honeypotField = "chowk_website";

/** How much longer (factor, and minimum in seconds) a form takes after many orders from the same address. */
const crowdedFactor = 10;
const crowdedSeconds = 20;

/** A submitted form, as far as the guard is concerned. */
export interface SentForm {
  /** The fields `chowk_began` and `chowk_website`. */
  began: string;
  honeypot: string;
  holder: NonceHolder;
  /** The sender's IP address. */
  ip: string;
}

const beganAction = (moment: string) => `woocommerce-checkout-began-${moment}`;

/**
 * Keeps bots, and nobody else, from ordering: a form that is sent faster than anybody can read it, or with the honeypot
 * filled in, has to be sent again. After many of those, or very many orders, from an address or network, forms take
 * longer; no address is ever locked out, because thousands of people may share it.
 */
export class CheckoutGuard {
  readonly #nonces: Nonces;
  readonly #counts: OrderCounts;

  constructor(nonces: Nonces, counts: OrderCounts) {
    this.#nonces = nonces;
    this.#counts = counts;
  }

  /**
   * Returns the timestamp to render into a form: its current one if it is valid and unused, else now. A form with a
   * filled-in honeypot gets a new one, so that it is rendered again, and empty. @param isSpent whether an order was
   * placed in the session since
   */
  async timestampFor(
    form: Omit<SentForm, "ip">,
    isSpent: (beganAt: Date) => Promise<boolean>,
    now: Date,
  ): Promise<string> {
    const beganAt = this.#genuineSince(form);
    if (beganAt !== undefined && !(await isSpent(new Date(beganAt)))) return form.began;
    const moment = now.getTime().toString(36);
    return `${moment}-${this.#nonces.create(beganAction(moment), form.holder)}`;
  }

  /**
   * Checks a submitted form.
   * @returns when the form was first shown, valid for one order; null if the check is turned off
   * @throws Refusal bot_check_failed (details: seconds after which the same form is accepted; 0: never, it has to be
   * rendered again)
   */
  check(form: SentForm, settings: Pick<Settings, "checkout_seconds" | "orders_per_address">, now: Date): Date | null {
    const { checkout_seconds: seconds, orders_per_address: limit } = settings;
    if (seconds === 0) return null;
    const isCrowded = this.#counts.isAbove(form.ip, limit, now);
    const needed = isCrowded ? Math.max(seconds * crowdedFactor, crowdedSeconds) : seconds;
    const beganAt = this.#genuineSince(form);
    const left = beganAt === undefined ? needed : needed - (now.getTime() - beganAt) / 1000;
    if (beganAt !== undefined && left <= 0) return new Date(beganAt);
    // A form that is only too fast must not slow down others.
    if (beganAt === undefined) this.#counts.add(form.ip, now);
    throw new Refusal("bot_check_failed", { seconds: beganAt === undefined ? 0 : Math.ceil(left) });
  }

  /**
   * Returns whether the form's timestamp is valid and its honeypot empty. A form that `check` rejects nevertheless was
   * only too fast.
   */
  isGenuine(form: Omit<SentForm, "ip">): boolean {
    return this.#genuineSince(form) !== undefined;
  }

  /** Counts a placed order. */
  noteOrder(ip: string, now: Date): void {
    this.#counts.add(ip, now);
  }

  #genuineSince({ began, honeypot, holder }: Omit<SentForm, "ip">): number | undefined {
    return honeypot === "" ? this.#beganAt(began, holder) : undefined;
  }

  #beganAt(mark: string, holder: NonceHolder): number | undefined {
    const [, moment = "", proof] = /^([0-9a-z]{8,9})-([0-9a-f]{10})$/.exec(mark) ?? [];
    return this.#nonces.verify(proof, beganAction(moment), holder) ? Number.parseInt(moment, 36) : undefined;
  }
}
