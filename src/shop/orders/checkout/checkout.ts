import type { Amount } from "#platform/money.ts";
import type { Attribution } from "../../attribution/attribution.rules.ts";
import type { RecordedConsent } from "../../consent/consent.rules.ts";
import type { OrderStatus } from "../order.ts";
import type { OrderTracking } from "../order-tracking.ts";
import type { CheckoutFault, CheckoutForm } from "./checkout.rules.ts";

/** A submitted checkout. */
export interface Checkout {
  sessionId: number;
  /** The signed-in user; null: a guest. */
  userId: number | null;
  /** The form's idempotency token; null: none. */
  attempt: string | null;
  /** When the form was first shown; null: the shop does not ask. */
  beganAt: Date | null;
  /** The hash of the cart that the customer saw; null: unknown. */
  seenHash: string | null;
  form: CheckoutForm;
  /** The chosen delivery method's id on the wire; null: not given. */
  deliveryMethodId: string | null;
  paymentMethodId: string;
  customerIp: string;
  customerAgent: string;
  /** The customer's consent. */
  consent: Consent;
  /** Where the buyer came from; null: unknown; "as the session began": as the session's first request told, else only the device. */
  attribution: Attribution | "as the session began" | null;
  /** What conversions need; null or missing: nothing is kept. */
  tracking?: OrderTracking | null;
  /** What the order may take while it is unpaid; undefined: anything. */
  allowance?: StockAllowance;
}

/** Bounds the stock that unpaid orders take. */
export interface StockAllowance {
  /** A price that nine of ten products do not exceed, in minor units; 0: unknown. */
  priceLevel: Amount;
  /** Whether too many others from the same network wait to order. */
  isCrowdedOut: boolean;
  /**
   * Takes from what the buyer's network may order in an hour, in place of what was taken before for this order.
   * @param share in per cent of the largest order
   * @returns false if not enough is left
   */
  take: (share: number) => boolean;
}

/** The answer to each consent question; questions that were not asked are missing. */
export interface Consent {
  terms?: boolean;
  /** Whether visitors may be told what was bought; only an objection is stored. */
  liveSales?: false;
  /** What networks and statistics of others may be told; missing: the buyer has chosen nothing. */
  privacy?: RecordedConsent;
  /** Whether it may be recorded where the buyer came from; only that it may not is stored. */
  attribution?: false;
}

/** A form that was refused, or left to sign in: the entered values and their faults. */
export interface SavedCheckout {
  form: CheckoutForm;
  /** The user who saw the page; null: a guest; missing in rows of older versions. */
  typedBy?: number | null;
  faults: readonly CheckoutFault[];
  /** Whether the cart's destination and methods were saved too, so that the cart is at least as recent. */
  areMethodsSaved?: boolean;
  /** After how many seconds the form may be sent again, if it was sent too quickly. */
  waitSeconds?: number | undefined;
  /** When the form was first shown, as the form reported it. */
  began?: string;
}

export interface PlacedOrder {
  id: number;
  key: string;
  status: OrderStatus;
  /** Absolute URL of the payment page; null: the order is confirmed. */
  payAt: string | null;
  /** Whether this checkout was placed before, so that nothing was done now. */
  isRepeat: boolean;
  /** Whether the requested account's mail was queued, false if rate-limited; null: none requested. */
  hasAccountMail?: boolean | null;
}
