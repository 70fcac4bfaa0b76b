import { type Amount, sum } from "#platform/money.ts";
import type { Picture } from "../../catalogue/pictures/picture.ts";
import type { SellableRecord } from "../../catalogue/product-record.ts";
import type { AttributeValues } from "../../catalogue/variations/variations.rules.ts";
import type { CartCoupon } from "../../coupons/coupon.ts";
import type { UsedCoupon } from "../../coupons/take-coupons.ts";
import { arrivalHoldsUntil } from "../../delivery/arrival.rules.ts";
import type { DeliveryOffer, DeliveryZone } from "../../delivery/delivery.ts";
import { type DeliveryChoice, destinationOf } from "../../delivery/destination.ts";
import { type Fee, feesOf } from "../../delivery/store-delivery.rules.ts";
import { paymentInForce } from "../../payments/payment-methods.ts";
import { currencyOf } from "../../settings/settings.ts";
import type { ShowPrice, TaxedSettings } from "../../taxes/tax-terms.rules.ts";
import type { CartLine, CartProblem, CurrentCart } from "../cart.ts";
import { cartHash } from "../cart-hash.ts";
import { checkCoupons } from "../coupons/check-coupons.ts";
import { allotStock, roomPerLine } from "../lines/allot-stock.ts";
import type { ChosenAttributes } from "../lines/line-key.ts";
import { lowestQuantity } from "../lines/quantity.rules.ts";
import { type ChoosableAttribute, resolveChoice } from "../lines/variation-choice.rules.ts";
import { maxSafeQuantity, type Offer, offerOf } from "../offer.ts";
import { type CartDelivery, deliverCart } from "./deliver-cart.ts";
import { type CouponSum, nameWithChoices, type OfferSum } from "./sum-parts.rules.ts";
import { spendAsShown, taxCart, taxedPlace } from "./tax-cart.ts";
import { type LineTotals, spendOf, type TotalsLine } from "./totals.rules.ts";

/** A cart line as the database returns it. */
export interface CartLineRecord {
  key: string;
  productId: number;
  variationId: number | null;
  quantity: number;
  /** The unit price that the shopper last saw; null: unknown. */
  seenPrice: Amount | null;
  type: string;
  slug: string;
  name: string;
  sku: string;
  categories: readonly string[];
  needsShipping: boolean;
  /** 0: unknown. */
  weightGrams: number;
  /** "": none. */
  shippingClass: string;
  isDownloadable: boolean;
  product: SellableRecord;
  variation: SellableRecord | null;
  /** The choice when the line was made. */
  chosen: ChosenAttributes;
  /** Today's attributes and the values of the variation. */
  choosable: readonly ChoosableAttribute[];
  fixed: AttributeValues;
  choices: { label: string; value: string }[];
  picture: Picture | null;
  /** Whether the line's cart has coupons. */
  hasCoupons: boolean;
  /** The destination and methods chosen for the cart; null: none yet. */
  delivery: DeliveryChoice | null;
}

/** The inputs of a cart's prices besides its lines and the settings. */
export interface CartTerms {
  coupons: readonly CartCoupon[];
  /** null: nothing chosen. */
  delivery: DeliveryChoice | null;
  /** The delivery zones; empty: the settings apply. */
  zones: readonly DeliveryZone[];
}

/** A line that is for sale, with its offer. */
export interface OfferedLine extends CartLineRecord {
  offer: Offer;
}

/**
 * Splits the lines into those still for sale and those that are not: unpublished, without a price, a different product
 * type by now, or a variation whose attributes have changed.
 */
export function offeredLines(
  records: readonly CartLineRecord[],
  now: Date,
): { offered: OfferedLine[]; dropped: CartLineRecord[] } {
  const offered: OfferedLine[] = [];
  const dropped: CartLineRecord[] = [];
  for (const record of records) {
    const offer = offerOf(record.product, record.variation, now);
    if (offer.price !== null && isAsChosen(record)) offered.push({ ...record, offer });
    else dropped.push(record);
  }
  return { offered, dropped };
}

/** Returns whether the line still means what was chosen. */
function isAsChosen({ type, variationId, variation, chosen, choosable, fixed }: CartLineRecord): boolean {
  if (variationId === null) return type === "simple";
  if (type !== "variable" || !variation) return false;
  const names = Object.keys(chosen);
  const bySlug = Object.fromEntries(names.map((name) => [name.replace(/^attribute_/, ""), chosen[name] ?? ""]));
  const { values, missing, invalid } = resolveChoice(choosable, fixed, bySlug);
  return missing.length + invalid.length === 0 && Object.keys(values).length === names.length;
}

/** Returns the cart that the lines make at `now`. */
export function priceCart(
  records: readonly CartLineRecord[],
  terms: CartTerms,
  settings: TaxedSettings,
  now: Date,
): CurrentCart {
  const { offered, dropped } = offeredLines(records, now);
  const allowed = allotStock(offered);
  const rooms = roomPerLine(offered, allowed);
  const priced = offered.map(toTotalsLine);
  const { applicable, refused } = checkCoupons(terms.coupons, priced, currencyOf(settings), now);
  const destination = destinationOf(terms.delivery, settings);
  const chosenPlace = terms.delivery?.destination ?? null;
  const spend = () => spendAsShown({ lines: priced, coupons: applicable }, settings, chosenPlace);
  const deliveryInput = {
    lines: offered,
    spend,
    coupons: applicable,
    destination,
    choice: terms.delivery,
    zones: terms.zones,
    now,
  };
  const delivery = deliverCart(deliveryInput, settings);
  const shipping = delivery?.chosen ?? null;
  const payment = paymentInForce(terms.delivery?.paymentMethodId, { destination, shipping, delivery }, settings);
  const goods = spendOf(priced, applicable);
  const feesFor = (offer: DeliveryOffer | null) =>
    feesOf(payment ?? {}, offer, sum([goods, offer?.amount ?? 0]), settings);
  const fees = feesFor(shipping);
  const bill = {
    lines: priced,
    coupons: applicable,
    delivery: shipping && { amount: shipping.amount, taxClass: "" },
    fees: fees.map(({ amount }) => ({ amount, taxClass: "" })),
  };
  const { totals, taxes, show, showCharge } = taxCart(bill, settings, taxedPlace(shipping, chosenPlace));
  const lines = offered.map((line, place) => toCartLine(line, totals.lines[place], rooms.get(line.key) ?? null, show));
  const usedCoupons = applicable.map((coupon, place) => ({ coupon, amount: totals.discounts[place] ?? 0 }));
  return {
    lines,
    destination,
    usedCoupons,
    coupons: usedCoupons.map(couponSum),
    refusedCoupons: refused,
    subtotal: totals.subtotal,
    offers: lines.flatMap(offerSum),
    offerSaving: totals.offerSaving,
    delivery: delivery && deliveryAsShown(delivery, totals.delivery, showCharge),
    shipping: shipping && { ...shipping, amount: totals.delivery },
    mayCostMore: delivery !== null && mayCostMore(delivery, terms.delivery, feesFor),
    paymentMethodId: payment?.id ?? "",
    discount: totals.discount,
    fees: fees.map((fee, place) => ({ ...fee, amount: totals.feeAmounts[place] ?? 0 })),
    tax: totals.tax,
    taxes,
    isTaxIncluded: totals.isTaxIncluded,
    shippingTax: totals.deliveryTax,
    total: totals.total,
    currency: currencyOf(settings),
    hash: cartHash(lines, {
      codes: applicable.map(({ code }) => code),
      shippingId: shipping?.id ?? "",
      total: totals.total,
    }),
    itemCount: lines.reduce((count, line) => count + line.quantity, 0),
    problems: offered.flatMap((line) => problemOf(line, allowed.get(line.key) ?? 0)),
    isRepriced: offered.some(isRepriced),
    holdsUntil: offered.reduce<Date | null>(
      (first, { offer }) => earlier(first, offer.priceHoldsUntil),
      delivery && arrivalHoldsUntil(settings, now),
    ),
    dropped: dropped.map((line) => ({ lineKey: line.key, name: line.name })),
  };
}

/** Returns whether delivery and fees may cost more once the destination is known in more detail. Pickup never does. */
function mayCostMore(
  { chosen, further }: CartDelivery,
  choice: DeliveryChoice | null,
  feesFor: (offer: DeliveryOffer | null) => readonly Fee[],
): boolean {
  if (chosen?.isPickup && chosen.id === choice?.methodId) return false;
  const costOf = (offer: DeliveryOffer | null) =>
    sum([offer?.amount ?? 0, ...feesFor(offer).map(({ amount }) => amount)]);
  return further.some((offer) => costOf(offer) > costOf(chosen));
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return one && (!other || one < other) ? one : other;
}

/** Returns the delivery options with charges as shown; the chosen one costs what the totals contain. */
function deliveryAsShown({ chosen, ...delivery }: CartDelivery, amount: Amount, show: ShowPrice): CartDelivery {
  const offers = delivery.offers.map((offer) => ({
    ...offer,
    amount: offer.id === chosen?.id ? amount : show(offer.amount, ""),
  }));
  return { ...delivery, offers, chosen: chosen && { ...chosen, amount } };
}

/** Returns whether the unit price differs from the one that the shopper last saw. */
export function isRepriced({ seenPrice, offer }: OfferedLine): boolean {
  return seenPrice !== offer.price;
}

function offerSum({ name, choices, offer }: CartLine): OfferSum[] {
  return offer ? [{ name: nameWithChoices(name, choices), ...offer }] : [];
}

function couponSum({ coupon: { code, kind }, amount }: UsedCoupon): CouponSum {
  return { code, amount, freesDelivery: kind === "free_delivery" };
}

/** Returns the line for the totals, with fewer pieces if a new price makes its total exceed safe amounts. */
function toTotalsLine({ productId, variationId, quantity: wanted, offer }: OfferedLine): TotalsLine {
  const unitPrice = offer.price ?? 0;
  const quantity = Math.min(wanted, maxSafeQuantity(unitPrice));
  const isOnSale = unitPrice < (offer.regularPrice ?? unitPrice);
  return {
    productId,
    variationId,
    quantity,
    unitPrice,
    isOnSale,
    bulkOffer: offer.bulkOffer,
    taxClass: offer.taxClass,
  };
}

function toCartLine(line: OfferedLine, totals: LineTotals | undefined, room: number | null, show: ShowPrice): CartLine {
  const { offer, quantity } = line;
  const unitPrice = offer.price ?? 0;
  const highest = offer.maxQuantity === null ? room : Math.min(offer.maxQuantity, room ?? offer.maxQuantity);
  return {
    key: line.key,
    productId: line.productId,
    variationId: line.variationId,
    slug: line.slug,
    sku: line.sku,
    name: line.name,
    categories: line.categories,
    choices: line.choices,
    quantity,
    unitPrice: show(unitPrice, offer.taxClass),
    unitRegularPrice: show(offer.regularPrice ?? unitPrice, offer.taxClass),
    total: totals?.price ?? 0,
    offer:
      offer.bulkOffer && totals?.offerSaving
        ? { ...offer.bulkOffer, price: show(offer.bulkOffer.price, offer.taxClass), saving: totals.offerSaving }
        : null,
    discount: totals?.discount ?? 0,
    tax: totals?.tax ?? 0,
    minQuantity: lowestQuantity(offer),
    maxQuantity: offer.soldIndividually ? 1 : highest,
    soldIndividually: offer.soldIndividually,
    picture: line.picture,
    needsShipping: line.needsShipping,
  };
}

function problemOf(line: OfferedLine, allowed: number): CartProblem[] {
  const { key: lineKey, name, offer, quantity } = line;
  if (offer.stockStatus === "outofstock" || allowed === 0) return [{ lineKey, name, code: "out_of_stock", allowed: 0 }];
  if (quantity === allowed) return [];
  return [{ lineKey, name, code: quantity > allowed ? "too_many" : "too_few", allowed }];
}
