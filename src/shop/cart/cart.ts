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

/** One line of a cart, priced now. */
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
  /** Chosen options in words, in the product's order. The same list for all carts that know the product by one reading. */
  choices: readonly { label: string; value: string }[];
  quantity: number;
  unitPrice: Amount;
  unitRegularPrice: Amount;
  /** Unit price by quantity, before offers and coupons. */
  total: Amount;
  /** What its offer saves; null: it has none, or it saves nothing. */
  offer: (BulkOffer & { saving: Amount }) | null;
  /** What coupons take off it. */
  discount: Amount;
  /** The tax on what it costs in the end, or in it. */
  tax: Amount;
  minQuantity: number;
  /** null means no limit. */
  maxQuantity: number | null;
  soldIndividually: boolean;
  picture: Picture | null;
  needsShipping: boolean;
}

export interface Cart {
  lines: readonly CartLine[];
  /** Where it goes, as far as anybody knows. */
  destination: Destination;
  /** Sum of the line totals. */
  subtotal: Amount;
  /** What offers save, by line and in all. */
  offers: readonly OfferSum[];
  offerSaving: Amount;
  /** What each coupon takes off, in the order in which they were entered. */
  coupons: readonly CouponSum[];
  /** How it can be brought; null: nothing has to be carried anywhere. */
  delivery: CartDelivery | null;
  /** How it is brought. */
  shipping: DeliveryOffer | null;
  /** The total may grow by the delivery once more of the place is told. */
  mayCostMore: boolean;
  /** How it is paid, which its fees follow. */
  paymentMethodId: string;
  /** What all coupons take off. */
  discount: Amount;
  fees: readonly Fee[];
  tax: Amount;
  /** What each rate makes of it. */
  taxes: readonly TaxSum[];
  /** The tax lies in the prices and is not added to them. */
  isTaxIncluded: boolean;
  /** The part of the tax that is on, or in, the shipping. */
  shippingTax: Amount;
  total: Amount;
  currency: Currency;
  /** 32 hex characters that change with lines and total; "" for an empty cart. Cookie and JSON carry the same. */
  hash: string;
  /** Sum of quantities. */
  itemCount: number;
}

/** Why a line cannot be ordered as it stands. */
export interface CartProblem {
  lineKey: string;
  name: string;
  code: "out_of_stock" | "too_many" | "too_few";
  /** What the quantity would have to be: the number left for this line, or the least or most that is sold. */
  allowed: number;
}

/** A coupon that no longer does anything for the cart, and why; amounts in words. */
export interface RefusedCoupon {
  couponId: number;
  refusal: Refusal;
}

/**
 * A cart as read now: what stands in the way of ordering it, what fell out because it is no longer sold, and which of its
 * coupons hold and which do not.
 */
export interface CurrentCart extends Cart {
  problems: readonly CartProblem[];
  usedCoupons: readonly UsedCoupon[];
  refusedCoupons: readonly RefusedCoupon[];
  /** A piece of some line costs something else than the shopper was last told of. */
  isRepriced: boolean;
  /** The next moment at which a price in it changes by itself; null: none does. */
  holdsUntil: Date | null;
  dropped: readonly { lineKey: string; name: string }[];
}
