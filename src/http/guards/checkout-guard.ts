import { Refusal } from "#shop/refusal.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { NonceHolder, Nonces } from "./nonce.ts";
import type { OrderCounts } from "./order-counts.ts";

/** The form's moment: when its page was first shown, in ms since 1970, and the proof that we said so. */
export const beganField = "chowk_began";

/** A field that nobody sees: what is in it was written by a program. */
export const trapField = "chowk_website";

/** How much longer (factor, and at least so many seconds) a form has to be looked at where many orders have come from. */
const crowdedFactor = 10;
const crowdedSeconds = 20;

/** A form that was sent, as far as it tells who fills it in. */
export interface SentForm {
  /** The fields `chowk_began` and `chowk_website`. */
  began: string;
  trap: string;
  holder: NonceHolder;
  /** Where it came from. */
  ip: string;
}

const beganAction = (moment: string) => `woocommerce-checkout-began-${moment}`;

/**
 * Keeps programs from ordering, and nobody else: a form that is sent sooner than anybody can read it, or with what nobody sees
 * filled in, is asked to be sent once more. Where many of those, or very many orders, have come from lately, forms take longer;
 * no address or network is ever locked out, since thousands share one.
 */
export class CheckoutGuard {
  readonly #nonces: Nonces;
  readonly #counts: OrderCounts;

  constructor(nonces: Nonces, counts: OrderCounts) {
    this.#nonces = nonces;
    this.#counts = counts;
  }

  /**
   * The moment to print into a form: the one that it has already when that is ours and not spent, else now. A form whose trap
   * was filled in gets another, so that it is printed anew, and empty.
   * @param isSpent whether an order was placed in the session since
   */
  async beganMark(
    form: Omit<SentForm, "ip">,
    isSpent: (beganAt: Date) => Promise<boolean>,
    now: Date,
  ): Promise<string> {
    const beganAt = this.#honestMoment(form);
    if (beganAt !== undefined && !(await isSpent(new Date(beganAt)))) return form.began;
    const moment = now.getTime().toString(36);
    return `${moment}-${this.#nonces.create(beganAction(moment), form.holder)}`;
  }

  /**
   * @returns when the form was first shown, which is good for one order; null: the shop asks nobody
   * @throws Refusal checkout_unsure (details: after how many seconds the same form is taken; 0: never, but one that is printed anew)
   */
  check(form: SentForm, settings: Pick<Settings, "checkout_seconds" | "orders_per_address">, now: Date): Date | null {
    const { checkout_seconds: seconds, orders_per_address: most } = settings;
    if (seconds === 0) return null;
    const isCrowded = this.#counts.isAbove(form.ip, most, now);
    const needed = isCrowded ? Math.max(seconds * crowdedFactor, crowdedSeconds) : seconds;
    const beganAt = this.#honestMoment(form);
    const left = beganAt === undefined ? needed : needed - (now.getTime() - beganAt) / 1000;
    if (beganAt !== undefined && left <= 0) return new Date(beganAt);
    // Who is only too quick makes nobody else wait.
    if (beganAt === undefined) this.#counts.add(form.ip, now);
    throw new Refusal("checkout_unsure", { seconds: beganAt === undefined ? 0 : Math.ceil(left) });
  }

  /** Whether a form is ours and its trap empty: one that `check` does not take was only too quick, and may cost some work. */
  isHonest(form: Omit<SentForm, "ip">): boolean {
    return this.#honestMoment(form) !== undefined;
  }

  /** Counts an order that was placed. */
  noteOrder(ip: string, now: Date): void {
    this.#counts.add(ip, now);
  }

  #honestMoment({ began, trap, holder }: Omit<SentForm, "ip">): number | undefined {
    return trap === "" ? this.#beganAt(began, holder) : undefined;
  }

  #beganAt(mark: string, holder: NonceHolder): number | undefined {
    const [, moment = "", proof] = /^([0-9a-z]{8,9})-([0-9a-f]{10})$/.exec(mark) ?? [];
    return this.#nonces.verify(proof, beganAction(moment), holder) ? Number.parseInt(moment, 36) : undefined;
  }
}
