import type { Amount } from "#platform/money.ts";
import type { StockAllowance } from "#shop/orders/checkout/checkout.ts";
import type { Queue } from "#shop/rate-limits.ts";
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

/** How many forms can wait in a crowd; more of them are accepted on hold instead. */
const longestQueue = 6;

/** A submitted form, as far as the guard is concerned. */
export interface SentForm {
  /** The fields `chowk_began` and `chowk_website`. */
  began: string;
  honeypot: string;
  holder: NonceHolder;
  /** The sender's IP address. */
  ip: string;
}

/** A form that passed the check. */
export interface CheckedForm {
  /** When it was first shown, valid for one order; null if the check is turned off. */
  beganAt: Date | null;
  /** The queue of a crowded address or network; null: there is no crowd. */
  queue: Queue | null;
}

/** Identifies a visitor's form. The timestamp is not enough: one from before the session began is valid for every guest. */
const formKey = ({ began, holder }: SentForm) => `${began} ${holder.userId} ${holder.sessionKey}`;

const beganAction = (moment: string) => `woocommerce-checkout-began-${moment}`;

/**
 * Keeps bots, and nobody else, from ordering: a form that is sent faster than anybody can read it, or with the honeypot
 * filled in, has to be sent again. After many of those, or very many orders, from an address or network, its forms are
 * served one after another; no address is ever locked out, because thousands of people may share it.
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
   * @returns when the form was first shown, and the queue that it has to wait in
   * @throws Refusal bot_check_failed (details: seconds after which the same form is accepted; 0: never, it has to be
   * rendered again)
   */
  check(form: SentForm, settings: Pick<Settings, "checkout_seconds" | "orders_per_address">, now: Date): CheckedForm {
    const { checkout_seconds: seconds, orders_per_address: limit } = settings;
    if (seconds === 0) return { beganAt: null, queue: null };
    const beganAt = this.#genuineSince(form);
    if (beganAt === undefined) {
      this.#counts.add(form.ip, now);
      throw new Refusal("bot_check_failed", { seconds: 0 });
    }
    // Signed before the clock stepped back: nobody has to wait until that time comes again.
    const isAhead = beganAt > now.getTime();
    const crowd = this.#counts.crowdOf(form.ip, limit, now);
    if (crowd !== null) {
      const gap = Math.max(seconds * crowdedFactor, crowdedSeconds);
      const earliest = new Date(Math.min(beganAt, now.getTime()) + gap * 1000);
      const queue = { place: crowd, form: formKey(form), earliest, gap, longest: gap * longestQueue };
      return { beganAt: new Date(beganAt), queue };
    }
    // A form that is only too fast must not slow down others: it is not counted.
    const left = seconds - (now.getTime() - beganAt) / 1000;
    if (left > 0 && !isAhead) throw new Refusal("bot_check_failed", { seconds: Math.ceil(left) });
    return { beganAt: new Date(beganAt), queue: null };
  }

  /**
   * Returns whether the form's timestamp is valid and its honeypot empty. A form that `check` rejects nevertheless was
   * only too fast.
   */
  isGenuine(form: Omit<SentForm, "ip">): boolean {
    return this.#genuineSince(form) !== undefined;
  }

  /** Returns what an order may take while it is unpaid, and how to return it if the order is not placed. */
  allowanceFor(
    { ip, isCrowdedOut, priceLevel }: { ip: string; isCrowdedOut: boolean; priceLevel: Amount },
    { unpaid_stock_per_address: limit }: Pick<Settings, "unpaid_stock_per_address">,
    now: Date,
  ): { allowance: StockAllowance; release: () => void } {
    let taken = 0;
    const release = () => {
      this.#counts.returnStock(ip, taken);
      taken = 0;
    };
    const take = (share: number) => {
      release();
      const isTaken = this.#counts.takeStock(ip, share, limit, now);
      if (isTaken) taken = share;
      return isTaken;
    };
    return { allowance: { priceLevel, isCrowdedOut, take }, release };
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
