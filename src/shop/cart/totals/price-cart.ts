import { type Amount, sum } from "#platform/money.ts";
import type { Picture } from "../../catalogue/pictures/picture.ts";
import type { SellableRecord } from "../../catalogue/product-record.ts";
import type { AttributeValues } from "../../catalogue/variations.rules.ts";
import type { CartCoupon } from "../../coupons/coupon.ts";
import type { UsedCoupon } from "../../coupons/take-coupons.ts";
import type { DeliveryOffer, DeliveryZone } from "../../delivery/delivery.ts";
import { type DeliveryWish, destinationOf } from "../../delivery/destination.ts";
import { type Fee, feesOf } from "../../delivery/store-delivery.rules.ts";
import { paymentInForce } from "../../payments/payment-methods.ts";
import { currencyOf } from "../../settings/settings.ts";
import type { ShowPrice, TaxedSettings } from "../../taxes/tax-terms.rules.ts";
import type { CartLine, CartProblem, CurrentCart } from "../cart.ts";
import { cartHash } from "../cart-hash.ts";
import { judgeCoupons } from "../coupons/judge-coupons.ts";
import { allotStock, roomPerLine } from "../lines/allot-stock.ts";
import type { ChosenAttributes } from "../lines/line-key.ts";
import { lowestQuantity } from "../lines/quantity.rules.ts";
import { type ChoosableAttribute, resolveChoice } from "../lines/variation-choice.rules.ts";
import { mostPayable, type Offer, offerOf } from "../offer.ts";
import { type CartDelivery, deliverCart } from "./deliver-cart.ts";
import { type CouponSum, nameWithChoices, type OfferSum } from "./sum-parts.rules.ts";
import { spendAsShown, taxCart, taxedPlace } from "./tax-cart.ts";
import { type LineTotals, spendOf, type TotalsLine } from "./totals.rules.ts";

/** A line as the database hands it over. */
export interface CartLineRecord {
  key: string;
  productId: number;
  variationId: number | null;
  quantity: number;
  /** The price of one piece that the shopper was last told of; null: none that is known. */
  seenPrice: Amount | null;
  type: string;
  slug: string;
  name: string;
  sku: string;
  categories: readonly string[];
  needsShipping: boolean;
  /** 0 where nobody has weighed it. */
  weightGrams: number;
  /** "" for none. */
  shippingClass: string;
  isDownloadable: boolean;
  product: SellableRecord;
  variation: SellableRecord | null;
  /** What was chosen when the line was made. */
  chosen: ChosenAttributes;
  /** What there is to choose today, and what the variation stands for. */
  choosable: readonly ChoosableAttribute[];
  fixed: AttributeValues;
  choices: { label: string; value: string }[];
  picture: Picture | null;
  /** Whether the cart, of which this is a line, has coupons. */
  hasCoupons: boolean;
  /** What has been said of the way of the cart; null: nothing. */
  delivery: DeliveryWish | null;
}

/** What the prices of a cart depend on beside its lines and the settings. */
export interface CartTerms {
  coupons: readonly CartCoupon[];
  /** null: nothing has been said. */
  delivery: DeliveryWish | null;
  /** Where the shop delivers and how; none: as the settings say. */
  zones: readonly DeliveryZone[];
}

/** A line that is for sale, with its offer. */
export interface OfferedLine extends CartLineRecord {
  offer: Offer;
}

/**
 * Parts the lines into what is still for sale and what is not: unpublished, priceless, another kind of product by now, or a
 * variation that stands for something else than was chosen.
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

/** Whether the line means what it meant when it was put in. */
function isAsChosen({ type, variationId, variation, chosen, choosable, fixed }: CartLineRecord): boolean {
  if (variationId === null) return type === "simple";
  if (type !== "variable" || !variation) return false;
  const names = Object.keys(chosen);
  const bySlug = Object.fromEntries(names.map((name) => [name.replace(/^attribute_/, ""), chosen[name] ?? ""]));
  const { values, missing, invalid } = resolveChoice(choosable, fixed, bySlug);
  return missing.length + invalid.length === 0 && Object.keys(values).length === names.length;
}

/** The cart that the lines make at `now`. */
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
  const { held, refused } = judgeCoupons(terms.coupons, priced, currencyOf(settings), now);
  const destination = destinationOf(terms.delivery, settings);
  const told = terms.delivery?.destination ?? null;
  const spend = () => spendAsShown({ lines: priced, coupons: held }, settings, told);
  const wayThere = { lines: offered, spend, coupons: held, destination, wish: terms.delivery, zones: terms.zones };
  const delivery = deliverCart(wayThere, settings);
  const shipping = delivery?.chosen ?? null;
  const payment = paymentInForce(terms.delivery?.paymentMethodId, { destination, shipping, delivery }, settings);
  const goods = spendOf(priced, held);
  const feesFor = (offer: DeliveryOffer | null) =>
    feesOf(payment ?? {}, offer, sum([goods, offer?.amount ?? 0]), settings);
  const fees = feesFor(shipping);
  const bill = {
    lines: priced,
    coupons: held,
    delivery: shipping && { amount: shipping.amount, taxClass: "" },
    fees: fees.map(({ amount }) => ({ amount, taxClass: "" })),
  };
  const { totals, taxes, show, showCharge } = taxCart(bill, settings, taxedPlace(shipping, told));
  const lines = offered.map((line, place) => toCartLine(line, totals.lines[place], rooms.get(line.key) ?? null, show));
  const usedCoupons = held.map((coupon, place) => ({ coupon, amount: totals.discounts[place] ?? 0 }));
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
    hash: cartHash(lines, { codes: held.map(({ code }) => code), shippingId: shipping?.id ?? "", total: totals.total }),
    itemCount: lines.reduce((count, line) => count + line.quantity, 0),
    problems: offered.flatMap((line) => problemOf(line, allowed.get(line.key) ?? 0)),
    isRepriced: offered.some(isRepriced),
    holdsUntil: offered.reduce<Date | null>((first, { offer }) => earlier(first, offer.priceHoldsUntil), null),
    dropped: dropped.map((line) => ({ lineKey: line.key, name: line.name })),
  };
}

/** Whether delivery and fees may cost more at the place as it is told more exactly. What its buyer comes for stays as it is. */
function mayCostMore(
  { chosen, further }: CartDelivery,
  wish: DeliveryWish | null,
  feesFor: (offer: DeliveryOffer | null) => readonly Fee[],
): boolean {
  if (chosen?.isPickup && chosen.id === wish?.methodId) return false;
  const costOf = (offer: DeliveryOffer | null) =>
    sum([offer?.amount ?? 0, ...feesFor(offer).map(({ amount }) => amount)]);
  return further.some((offer) => costOf(offer) > costOf(chosen));
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return one && (!other || one < other) ? one : other;
}

/** What each way to bring it costs, as charges are shown; the one that is chosen costs what the totals say. */
function deliveryAsShown({ chosen, ...delivery }: CartDelivery, amount: Amount, show: ShowPrice): CartDelivery {
  const offers = delivery.offers.map((offer) => ({
    ...offer,
    amount: offer.id === chosen?.id ? amount : show(offer.amount, ""),
  }));
  return { ...delivery, offers, chosen: chosen && { ...chosen, amount } };
}

/** Whether a piece costs something else than the shopper was last told of. */
export function isRepriced({ seenPrice, offer }: OfferedLine): boolean {
  return seenPrice !== offer.price;
}

function offerSum({ name, choices, offer }: CartLine): OfferSum[] {
  return offer ? [{ name: nameWithChoices(name, choices), ...offer }] : [];
}

function couponSum({ coupon: { code, kind }, amount }: UsedCoupon): CouponSum {
  return { code, amount, freesDelivery: kind === "free_delivery" };
}

/** Of a line that a new price has made too dear to be reckoned with, and to be ordered, only as many pieces as can be. */
function toTotalsLine({ productId, variationId, quantity: wanted, offer }: OfferedLine): TotalsLine {
  const unitPrice = offer.price ?? 0;
  const quantity = Math.min(wanted, mostPayable(unitPrice));
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
