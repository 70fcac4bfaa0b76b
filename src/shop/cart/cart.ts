import type { Amount, Currency } from "#platform/money.ts";
import type { BulkOffer } from "../catalogue/bulk-offer.rules.ts";
import type { Picture } from "../catalogue/pictures/picture.ts";
import type { UsedCoupon } from "../coupons/take-coupons.ts";
import type { DeliveryOffer } from "../delivery/delivery.ts";
import type { Destination } from "../delivery/destination.ts";
import type { Fee } from "../delivery/store-delivery.rules.ts";
import type { Refusal } from "../refusal.ts";
import type { CartDelivery } from "./totals/deliver-cart.ts";
import type { CouponSum, OfferSum, TaxSum } from "./totals/sum-parts.rules.ts";

/** One line of a cart at current prices. */
export interface CartLine {
  /** 32 hex characters; see line-key. On the wire: cart_item_key. */
  key: string;
  productId: number;
  variationId: number | null;
  slug: string;
  sku: string;
  name: string;
  /** The names of the product's categories, in its order. */
  categories: readonly string[];
  /** Labels of the chosen options, in the product's order. Carts that use the same cached product share the list. */
  choices: readonly { label: string; value: string }[];
  quantity: number;
  unitPrice: Amount;
  unitRegularPrice: Amount;
  /** Unit price times quantity, before offers and coupons. */
  total: Amount;
  /** The bulk offer and its saving; null when there is none or it saves nothing. */
  offer: (BulkOffer & { saving: Amount }) | null;
  /** Reduction by coupons. */
  discount: Amount;
  /** The tax on, or included in, what is paid for the line. */
  tax: Amount;
  minQuantity: number;
  /** null: no limit. */
  maxQuantity: number | null;
  soldIndividually: boolean;
  picture: Picture | null;
  needsShipping: boolean;
}

export interface Cart {
  lines: readonly CartLine[];
  /** The destination as far as it is known. */
  destination: Destination;
  /** Sum of the line totals. */
  subtotal: Amount;
  /** Savings by bulk offers, by line and in total. */
  offers: readonly OfferSum[];
  offerSaving: Amount;
  /** The reduction by each coupon, in the order in which they were entered. */
  coupons: readonly CouponSum[];
  /** The delivery options; null when nothing needs shipping. */
  delivery: CartDelivery | null;
  /** The chosen delivery method. */
  shipping: DeliveryOffer | null;
  /** Delivery may raise the total once the destination is known in more detail. */
  mayCostMore: boolean;
  /** The chosen payment method; fees depend on it. */
  paymentMethodId: string;
  /** Total reduction by coupons. */
  discount: Amount;
  fees: readonly Fee[];
  tax: Amount;
  /** The tax by rate. */
  taxes: readonly TaxSum[];
  /** Whether prices include the tax. */
  isTaxIncluded: boolean;
  /** The part of the tax that is on, or included in, the shipping. */
  shippingTax: Amount;
  total: Amount;
  currency: Currency;
  /** 32 hex characters that change with lines and total; "" for an empty cart. The same in cookie and JSON. */
  hash: string;
  /** Sum of quantities. */
  itemCount: number;
}

/** Why a line cannot be ordered in its current state. */
export interface CartProblem {
  lineKey: string;
  name: string;
  code: "out_of_stock" | "too_many" | "too_few";
  /** The quantity that would be allowed: the stock left for this line, or the product's minimum or maximum. */
  allowed: number;
}

/** A coupon that no longer applies to the cart, and why; amounts in the details are formatted. */
export interface RefusedCoupon {
  couponId: number;
  refusal: Refusal;
}

/**
 * A cart as read now, with the problems that prevent ordering, the lines that are no longer sold, and the coupons that
 * apply or no longer apply.
 */
export interface CurrentCart extends Cart {
  problems: readonly CartProblem[];
  usedCoupons: readonly UsedCoupon[];
  refusedCoupons: readonly RefusedCoupon[];
  /** Whether a unit price differs from the one that the shopper last saw. */
  isRepriced: boolean;
  /** When a price in the cart next changes by schedule; null: never. */
  holdsUntil: Date | null;
  dropped: readonly { lineKey: string; name: string }[];
}
