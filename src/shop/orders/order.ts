import type { Amount, Currency } from "#platform/money.ts";
import type { Attribution } from "../attribution/attribution.rules.ts";
import type { CouponSum, OfferSum, TaxSum } from "../cart/totals/sum-parts.rules.ts";
import type { DeliveryOffer } from "../delivery/delivery.ts";
import type { Fee } from "../delivery/store-delivery.rules.ts";
import type { PaymentRequest } from "../payments/prepayment.ts";
import type { Consent } from "./checkout/checkout.ts";
import type { HoldReason } from "./checkout/order-ceilings.rules.ts";
import type { OrderTracking } from "./order-tracking.ts";

export type OrderStatus = "pending" | "processing" | "on-hold" | "completed" | "cancelled" | "refunded" | "failed";

export interface Address {
  firstName: string;
  lastName: string;
  company: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  address1: string;
  address2: string;
  city: string;
  /** The state code, for example "PB". */
  state: string;
  postcode: string;
  phone: string;
  email: string;
}

export interface OrderLine {
  productId: number | null;
  variationId: number | null;
  name: string;
  sku: string;
  choices: readonly { label: string; value: string }[];
  quantity: number;
  unitPrice: Amount;
  /** Unit price times quantity, before offers and coupons. */
  total: Amount;
  /** Saving by its bulk offer. */
  offerSaving: Amount;
  /** Reduction by coupons. */
  discount: Amount;
  /** The tax on, or included in, what was paid for the line. */
  tax: Amount;
}

export interface Order {
  id: number;
  /** wc_order_ and 13 alphanumerics; opens the confirmation page. */
  key: string;
  /** The owner's account; null: a guest's, or the account was deleted. */
  userId: number | null;
  status: OrderStatus;
  currency: Currency;
  lines: readonly OrderLine[];
  subtotal: Amount;
  offers: readonly OfferSum[];
  offerSaving: Amount;
  coupons: readonly CouponSum[];
  /** null: nothing needed shipping. */
  shipping: Omit<DeliveryOffer, "id"> | null;
  discount: Amount;
  fees: readonly Fee[];
  tax: Amount;
  /** The tax by rate. */
  taxes: readonly TaxSum[];
  /** Whether the other amounts include the tax. */
  isTaxIncluded: boolean;
  /** The part of the tax on, or included in, the shipping. */
  shippingTax: Amount;
  total: Amount;
  /** For a free order the title says so, whatever was chosen. */
  paymentMethod: { id: string; title: string };
  /** Whether it was paid in advance, whatever its status is now; false for other payment methods. */
  isPrepaid: boolean;
  /** How to pay in advance while the payment is awaited; null otherwise. */
  paymentRequest: PaymentRequest | null;
  /** Why the order waits for the shop's confirmation and has taken no stock; null: it has. */
  heldFor: HoldReason | null;
  billing: Address;
  shippingAddress: Address;
  customerNote: string;
  createdAt: Date;
  /** Identifies the purchase in analytics. */
  transactionId: string;
  /** The shop's name when it was placed; "" in orders of older versions. */
  affiliation: string;
  /** The language of the checkout pages, as in <html lang>. */
  language: string;
  /** How it was placed: "checkout". */
  createdVia: string;
  consent: Consent;
  /** The traffic source; null: unknown. */
  attribution: Attribution | null;
  /** What conversions need; null: nothing was kept, or it was deleted. */
  tracking: OrderTracking | null;
}
