import type { Amount, Currency } from "#platform/money.ts";
import type { Attribution } from "../attribution/attribution.rules.ts";
import type { CouponSum, OfferSum, TaxSum } from "../cart/totals/sum-parts.rules.ts";
import type { DeliveryOffer } from "../delivery/delivery.ts";
import type { Fee } from "../delivery/store-delivery.rules.ts";
import type { PaymentRequest } from "../payments/prepayment.ts";
import type { Consent } from "./checkout/checkout.ts";

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
  /** The field's state code, for example "PB". */
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
  /** Unit price by quantity, before offers and coupons. */
  total: Amount;
  /** What its offer saved. */
  offerSaving: Amount;
  /** What coupons took off it. */
  discount: Amount;
  /** The tax on what it cost in the end, or in it. */
  tax: Amount;
}

export interface Order {
  id: number;
  /** wc_order_ and 13 alphanumerics: what opens the confirmation. */
  key: string;
  /** Whose account it belongs to; null: a guest's, or the account is gone. */
  userId: number | null;
  status: OrderStatus;
  currency: Currency;
  lines: readonly OrderLine[];
  subtotal: Amount;
  offers: readonly OfferSum[];
  offerSaving: Amount;
  coupons: readonly CouponSum[];
  /** null: nothing had to be carried anywhere. */
  shipping: Omit<DeliveryOffer, "id"> | null;
  discount: Amount;
  fees: readonly Fee[];
  tax: Amount;
  /** What each rate made of it. */
  taxes: readonly TaxSum[];
  /** The tax lies in the other amounts and is not added to them. */
  isTaxIncluded: boolean;
  /** The part of the tax that is on, or in, the shipping. */
  shippingTax: Amount;
  total: Amount;
  /** Where nothing is to pay the title says so, whatever was chosen. */
  paymentMethod: { id: string; title: string };
  /** Whether it was paid in advance, whatever its status is now; false for orders paid in another way. */
  isPrepaid: boolean;
  /** How to pay in advance, while that payment is awaited; null otherwise. */
  paymentRequest: PaymentRequest | null;
  billing: Address;
  shippingAddress: Address;
  customerNote: string;
  createdAt: Date;
  /** By what those who count purchases know it again. */
  transactionId: string;
  /** The shop's name when it was placed; "" in those of an older version. */
  affiliation: string;
  /** Of the pages on which it was placed, as in <html lang>. */
  language: string;
  /** How it came: "checkout". */
  createdVia: string;
  consent: Consent;
  /** Where its buyer came from; null: nothing is known. */
  attribution: Attribution | null;
}
