import { Refusal } from "#shop/refusal.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { NonceHolder, Nonces } from "./nonce.ts";
import { OrderCounts } from "./order-counts.ts";

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

/** What a page knows of a form that was never sent. */
export const unsentForm = { began: "", trap: "" };

const beganAction = (moment: string) => `woocommerce-checkout-began-${moment}`;

/**
 * Keeps programs from ordering, and nobody else: a form that is sent sooner than anybody can read it, or with what nobody sees
 * filled in, is asked to be sent once more. Where many of those, or very many orders, have come from lately, forms take longer;
 * no address or network is ever locked out, since thousands share one. In memory, each process by itself.
 */
export class CheckoutGuard {
  readonly #nonces: Nonces;
  readonly #counts = new OrderCounts();

  constructor(nonces: Nonces) {
    this.#nonces = nonces;
  }

  /**
   * The moment to print into a form: the one that it has already when that is ours, else now. A form whose trap was filled in
   * gets another, so that it is printed anew, and empty.
   */
  beganMark({ began, trap, holder }: Omit<SentForm, "ip">, now: Date): string {
    if (trap === "" && this.#beganAt(began, holder) !== undefined) return began;
    const moment = now.getTime().toString(36);
    return `${moment}-${this.#nonces.create(beganAction(moment), holder)}`;
  }

  /** @throws Refusal checkout_unsure; after a moment the same form is taken */
  check(form: SentForm, settings: Pick<Settings, "checkout_seconds" | "orders_per_address">, now: Date): void {
    const { checkout_seconds: seconds, orders_per_address: most } = settings;
    if (seconds === 0) return;
    const isCrowded = this.#counts.isAbove(form.ip, most, now);
    const needed = isCrowded ? Math.max(seconds * crowdedFactor, crowdedSeconds) : seconds;
    const beganAt = this.#beganAt(form.began, form.holder);
    if (form.trap === "" && beganAt !== undefined && now.getTime() - beganAt >= needed * 1000) return;
    this.#counts.add(form.ip, now);
    throw new Refusal("checkout_unsure");
  }

  /** Counts an order that was placed. */
  noteOrder(ip: string, now: Date): void {
    this.#counts.add(ip, now);
  }

  #beganAt(mark: string, holder: NonceHolder): number | undefined {
    const [, moment = "", proof] = /^([0-9a-z]{8,9})-([0-9a-f]{10})$/.exec(mark) ?? [];
    return this.#nonces.verify(proof, beganAction(moment), holder) ? Number.parseInt(moment, 36) : undefined;
  }
}
