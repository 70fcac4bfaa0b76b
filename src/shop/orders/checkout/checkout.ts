import type { Attribution } from "../../attribution/attribution.rules.ts";
import type { OrderStatus } from "../order.ts";
import type { CheckoutFault, CheckoutForm } from "./checkout.rules.ts";

/** What a checkout sends. */
export interface Checkout {
  sessionId: number;
  /** Who is signed in; null: a guest. */
  userId: number | null;
  /** The token of the form that was sent; null: the form had none. */
  attempt: string | null;
  /** When its form was first shown; null: the shop does not ask. */
  beganAt: Date | null;
  /** The hash of the cart that the buyer was shown; null: the client does not say. */
  seenHash: string | null;
  form: CheckoutForm;
  /** How it is to be brought, as on the wire; null: the form does not say. */
  deliveryMethodId: string | null;
  paymentMethodId: string;
  customerIp: string;
  customerAgent: string;
  /** What the buyer agreed to. */
  consent: Consent;
  /** Where he came from; null: nothing is known. */
  attribution: Attribution | null;
}

/** What a buyer was asked to agree to, and whether he did; what he was not asked is left out. */
export interface Consent {
  terms?: boolean;
}

/** A form that was refused, or left to sign in: what was typed, and what is wrong with it. */
export interface RefusedCheckout {
  form: CheckoutForm;
  /** The account to which the page was shown; null: a guest typed it; missing in those that an older version kept. */
  typedBy?: number | null;
  faults: readonly CheckoutFault[];
  /** Whether the cart's way was kept with it, so that what the cart says of the place now is newer, or the same. */
  isWayKept?: boolean;
  /** After how many seconds it may be sent once more, where that was too soon as well. */
  unsureSeconds?: number | undefined;
  /** The moment that its form said it was first shown at, as it said it. */
  began?: string;
}

export interface PlacedOrder {
  id: number;
  key: string;
  status: OrderStatus;
  /** Absolute URL where the buyer pays; null: the order is confirmed. */
  payAt: string | null;
  /** Whether this checkout had been placed before, so that nothing was done now. */
  isRepeat: boolean;
  /** Whether the account that was asked for with it is mailed about, or too often was already; null: none was asked for. */
  hasAccountMail?: boolean | null;
}
