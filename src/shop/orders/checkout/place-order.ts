import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { formatMoney } from "#platform/money.ts";
import { registerInTransaction } from "../../accounts/register.ts";
import type { CurrentCart } from "../../cart/cart.ts";
import { withCartLocked } from "../../cart/cart-lock.ts";
import { listCartLines } from "../../cart/carts.ts";
import { removeCoupon } from "../../cart/coupons/remove-coupon.ts";
import { type OfferedLine, offeredLines } from "../../cart/totals/price-cart.ts";
import { shopperOf } from "../../coupons/shopper.ts";
import { takeCoupons } from "../../coupons/take-coupons.ts";
import { countryInText } from "../../delivery/country-name.rules.ts";
import type { DeliveryZone } from "../../delivery/delivery.ts";
import type { PaymentMethod } from "../../payments/payment.ts";
import { beginPayment, offeredPayments, paymentCountry, paymentFor } from "../../payments/payment-methods.ts";
import { Refusal } from "../../refusal.ts";
import type { TaxedSettings } from "../../taxes/tax-terms.rules.ts";
import { grantGoods } from "../downloads/grant-goods.ts";
import { newOrderKey } from "../order-access.ts";
import { takeStock } from "../stock/take-stock.ts";
import { saveOrderAddresses } from "../user-addresses.ts";
import { type CheckoutForm, type FaultReason, faultDetails } from "./checkout.rules.ts";
import type { Checkout, PlacedOrder } from "./checkout.ts";
import { priceWithChosenMethods, type Store, saveChosenMethods } from "./chosen-methods.ts";
import { canBePaid, fulfilmentOf } from "./fulfilment.ts";
import { ceilingsOf, exceededCeiling, type HoldReason, shareOfCeiling } from "./order-ceilings.rules.ts";
import { orderFaults } from "./order-faults.ts";
import { findRepeat } from "./repeated-checkout.ts";
import { writeOrder } from "./write-order.ts";

/**
 * Places the cart as an order in one transaction with current prices and stock: takes stock, empties the cart, queues
 * the job. One checkout is one order: the same form sent again, even concurrently, and the same cart from another
 * device return the first order. An order that exceeds the checkout's allowance is accepted on hold and takes no stock.
 * @throws Refusal checkout_invalid (details: reason by `part.field`; undelivered if there is no delivery),
 * delivery_below_spend (details: the minimum spend for delivery), payment_method_unknown, payment_not_taken (details:
 * the country's name, the shop's phone number and whether there is one, and the reasons of checkout_invalid), cart_empty,
 * product_not_purchasable, product_out_of_stock, stock_insufficient, quantity_too_large, quantity_too_small; the reason
 * why a coupon does not apply (as applyCoupon; it leaves the cart unless an address is missing; details: the total
 * without it); cart_changed (details: the new formatted total) when lines or prices are not what the customer saw;
 * checkout_repeated as findRepeat;
 * bot_check_failed when the session has placed an order since its form was shown;
 * orders_too_many when the phone number has reached its limit.
 * @param zones the delivery zones if the caller has them; read from the database otherwise
 */
export async function placeOrder(
  db: Database,
  checkout: Checkout,
  settings: TaxedSettings,
  now: Date,
  zones?: readonly DeliveryZone[],
): Promise<PlacedOrder> {
  const store = { settings, zones };
  try {
    return await retryOnConflict(() =>
      withCartLocked(db, checkout.sessionId, now, (db, cartId) => placeCart(db, cartId, checkout, store, now)),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const earlier = await findRepeat(db, checkout, error, now);
    if (earlier) return earlier;
    await afterRefusal(db, checkout, store, error, now);
    throw error;
  }
}

/**
 * Returns whether the refused coupon leaves the cart, so that the next try succeeds. A coupon that waits for an address
 * stays.
 */
function isLostCoupon(code: string): boolean {
  return code.startsWith("coupon_") && code !== "coupon_needs_email";
}

/** Prepares the next page: without the unusable coupon, with the chosen destination and methods. */
async function afterRefusal(
  db: Database,
  checkout: Checkout,
  store: Store,
  { code, details }: Refusal,
  now: Date,
): Promise<void> {
  if (isLostCoupon(code)) await removeCoupon(db, checkout.sessionId, String(details.code), now);
  if (!["cart_changed", "checkout_invalid", "delivery_below_spend", "payment_not_taken"].includes(code)) return;
  await saveChosenMethods(db, checkout, store, now);
}

async function placeCart(
  db: Database,
  cartId: number,
  checkout: Checkout,
  store: Store,
  now: Date,
): Promise<PlacedOrder> {
  const { settings } = store;
  const records = await listCartLines(db, cartId);
  if (records.length === 0) throw new Refusal("cart_empty");
  const { cart, zones } = await priceWithChosenMethods(db, { ...checkout, sessionId: cartId }, records, store, now);
  refuseDropped(cart);
  refuseFaults(checkout.form, cart, zones, settings);
  refuseProblems(cart);
  refuseCoupons(cart);
  refuseUndelivered(checkout.form, cart);
  const bill = { total: cart.total, country: paymentCountry(cart) };
  const method = paymentFor(bill, checkout.paymentMethodId, settings);
  if (!method) throw unpayable(bill.country, checkout.paymentMethodId, settings);
  if (checkout.seenHash !== null && checkout.seenHash !== cart.hash)
    throw new Refusal("cart_changed", { total: formatMoney(cart.total, cart.currency) });
  const lines = offeredLines(records, now).offered;
  return placeLines(db, { checkout, cartId, method, cart, lines, settings, now });
}

interface Placement {
  checkout: Checkout;
  cartId: number;
  method: PaymentMethod;
  cart: CurrentCart;
  lines: readonly OfferedLine[];
  settings: TaxedSettings;
  now: Date;
}

async function placeLines(db: Database, placement: Placement): Promise<PlacedOrder> {
  const { checkout, method, cart, lines } = placement;
  const hasDownloads = lines.some((line) => line.isDownloadable);
  const needsWork = lines.some(({ isDownloadable, needsShipping }) => needsShipping || !isDownloadable);
  const begun = beginPayment(method, { total: cart.total, hasDownloads, needsWork });
  const { payAt } = begun;
  const heldFor = payAt === null ? holdReasonOf(placement) : null;
  const status = heldFor === null ? begun.status : "on-hold";
  const key = newOrderKey();
  const most = placement.settings.cod_orders_per_phone;
  const ordersPerPhone = most > 0 ? most : null;
  const { id, isTooOften, isSpent } = await writeOrder(db, { ...placement, key, status, heldFor, ordersPerPhone });
  if (isSpent) throw new Refusal("bot_check_failed", { seconds: placement.settings.checkout_seconds });
  if (isTooOften) throw new Refusal("orders_too_many");
  // The same form for a refilled cart: the earlier order is found once all locks are released.
  if (id === null) throw new Refusal("cart_empty");
  if (checkout.userId !== null && fulfilmentOf(cart) === "courier")
    await saveOrderAddresses(db, checkout.userId, checkout.form);
  const { email, phone } = checkout.form.billing;
  const hasAccountMail = await askAccount(db, id, placement);
  // Last, because these rows stay locked until the commit, and all orders need them.
  await takeCoupons(db, id, cart.usedCoupons, shopperOf(checkout.userId, email, phone), placement.now);
  // Other orders get theirs when they are paid.
  if (cart.total === 0 || !(method.collection || method.prepayment)) await grantGoods(db, id, placement.now);
  if (heldFor === null)
    await takeStock(
      db,
      lines.map(({ offer, ...line }) => ({ ...line, stockId: offer.stockId })),
      placement.settings,
    );
  return { id, key, status, payAt, isRepeat: false, hasAccountMail };
}

/** Returns why an unpaid order waits for the shop's confirmation without taking stock; null: it does not. */
function holdReasonOf({ checkout, lines, settings }: Placement): HoldReason | null {
  const { allowance, userId } = checkout;
  if (!allowance) return null;
  const parts = lines.map(({ quantity, offer }) => {
    return { quantity, unitPrice: offer.price ?? 0, stockId: offer.stockId, stock: offer.stockLimit };
  });
  const ceilings = ceilingsOf(settings, allowance.priceLevel);
  const exceeded = userId === null ? exceededCeiling(parts, ceilings) : null;
  if (exceeded) return exceeded;
  if (allowance.isCrowdedOut) return "crowd";
  return allowance.take(shareOfCeiling(parts, ceilings)) ? null : "network";
}

/** Returns why an order cannot be paid: the method is unknown, or none is offered in the country. */
function unpayable(country: string, id: string, settings: TaxedSettings): Refusal {
  if (offeredPayments(settings, country).length > 0) return new Refusal("payment_method_unknown", { id });
  return paymentNotTaken(country, settings);
}

function paymentNotTaken(
  country: string,
  { language, shop_phone: phone }: TaxedSettings,
  faults: Readonly<Record<string, FaultReason>> = {},
): Refusal {
  const hasPhone = phone ? "yes" : "no";
  return new Refusal("payment_not_taken", { country: countryInText(country, language), phone, hasPhone, ...faults });
}

/**
 * Requests the account that a guest wants with the order; it comes from where the order does, if that is known.
 * @returns whether a mail was queued; null: none requested
 */
async function askAccount(db: Database, id: number, { checkout, now }: Placement): Promise<boolean | null> {
  const { form, userId, customerIp } = checkout;
  if (!form.asksAccount || userId !== null) return null;
  const registrationId = await registerInTransaction(db, form.billing.email, customerIp, now);
  if (registrationId === undefined) return false;
  await db.execute(sql`with placed as (
      update orders set registration_id = ${registrationId} where id = ${id} returning attribution
    ) update registrations set attribution = placed.attribution from placed
    where id = ${registrationId} and placed.attribution ?| array['origin', 'sourceType']`);
  return true;
}

/** Refuses orders without delivery, with the city field as the faulty one. */
function refuseUndelivered(form: CheckoutForm, { delivery, shipping, currency }: CurrentCart): void {
  if (delivery === null || shipping !== null) return;
  if (delivery.offeredFrom !== null)
    throw new Refusal("delivery_below_spend", { amount: formatMoney(delivery.offeredFrom, currency) });
  throw new Refusal("checkout_invalid", { [`${form.shipping ? "shipping" : "billing"}.city`]: "undelivered" });
}

/** Refuses faulty forms, and says at once if the order cannot be paid either; only courier orders need an address. */
function refuseFaults(
  form: CheckoutForm,
  cart: CurrentCart,
  zones: readonly DeliveryZone[],
  settings: TaxedSettings,
): void {
  const faults = orderFaults(form, fulfilmentOf(cart), zones, settings);
  if (faults.length === 0) return;
  const knowsCountry = faults.every(({ field }) => field !== "country");
  throw knowsCountry && !canBePaid(cart, settings)
    ? paymentNotTaken(paymentCountry(cart), settings, faultDetails(faults))
    : new Refusal("checkout_invalid", faultDetails(faults));
}

/** Refuses coupons that no longer apply, with the total without them. */
function refuseCoupons({ refusedCoupons: [refused], total, currency }: CurrentCart): void {
  if (!refused) return;
  const { code, details } = refused.refusal;
  throw new Refusal(code, { ...details, totalWithout: formatMoney(total, currency) });
}

/** Refuses products that are no longer sold. */
function refuseDropped(cart: CurrentCart): void {
  const [dropped] = cart.dropped;
  if (dropped) throw new Refusal("product_not_purchasable", { name: dropped.name });
}

/** Refuses lines that cannot be sold as they are, instead of changing the quantity. */
function refuseProblems(cart: CurrentCart): void {
  const [problem] = cart.problems;
  if (!problem) return;
  const { name, allowed } = problem;
  const line = cart.lines.find((one) => one.key === problem.lineKey);
  const details = { name, slug: line?.slug ?? "" };
  if (problem.code === "out_of_stock") throw new Refusal("product_out_of_stock", details);
  if (problem.code === "too_few") throw new Refusal("quantity_too_small", { ...details, min: allowed });
  throw new Refusal("stock_insufficient", { ...details, remaining: allowed });
}
