import { type SQL, sql } from "drizzle-orm";
import { addingJob, tellWorkers } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { sum } from "#platform/money.ts";
import { internationalPhone } from "../../accounts/profile/phone.rules.ts";
import { deviceOf } from "../../attribution/attribution.rules.ts";
import type { Cart } from "../../cart/cart.ts";
import { emptyingCart } from "../../cart/empty-cart.ts";
import type { OfferedLine } from "../../cart/totals/price-cart.ts";
import type { PaymentMethod } from "../../payments/payment.ts";
import { endOfDayAfter, payByOf } from "../../payments/prepayment.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import type { OrderStatus } from "../order.ts";
import type { Checkout } from "./checkout.ts";
import { fulfilmentOf } from "./fulfilment.ts";
import type { HoldReason } from "./order-ceilings.rules.ts";
import { markOf } from "./repeated-checkout.ts";

/** An order about to be written. */
export interface NewOrder {
  checkout: Checkout;
  /** The id that owns the cart's lines; locked. */
  cartId: number;
  method: PaymentMethod;
  cart: Cart;
  /** The cart's lines with their stock, in the cart's order. */
  lines: readonly OfferedLine[];
  key: string;
  status: OrderStatus;
  /** Why the order takes no stock; null: it does. */
  heldFor: HoldReason | null;
  settings: Settings;
  /** The order limit per hour of its phone number; null: none. */
  ordersPerPhone: number | null;
  now: Date;
}

/** The result of writing an order. */
export interface Written {
  /** null: nothing was written. */
  id: number | null;
  /** The phone number has reached its order limit. */
  isTooOften: boolean;
  /** The session has placed an order since the form was shown. */
  isSpent: boolean;
}

interface WrittenRow extends Record<string, unknown> {
  id: number | null;
  /** Recent orders with its phone number. */
  orders: number;
  isSpent: boolean;
}

/** The job that follows an order. */
const orderPlacedJob = "order-placed";

/**
 * Writes the order with its lines, first event and job, empties its cart and deletes the session's refused form, in one
 * statement. Writes nothing if the same form or cart was ordered before, if the form is older than the session's last
 * order, or if the phone number has reached its order limit.
 */
export async function writeOrder(db: Database, order: NewOrder): Promise<Written> {
  const { checkout, cart, method, settings, now } = order;
  const { attempt, body } = markOf(checkout);
  const { billing, note } = checkout.form;
  const phone = internationalPhone(billing.phone);
  // Only courier orders may go to another address, and only then was it checked.
  const shipping = fulfilmentOf(cart) === "courier" ? (checkout.form.shipping ?? billing) : billing;
  const at = sql`${now.toISOString()}::timestamptz`;
  const toPay = { status: order.status, paymentMethodId: method.id, total: cart.total, isPaid: false };
  const holdsUntil = order.heldFor === null ? null : endOfDayAfter(settings.held_order_days, now);
  const payBy = (holdsUntil ?? payByOf(toPay, settings, now))?.toISOString() ?? null;
  const statement = sql`
    with recent as (${recentOrders(phone, order)}), placed as (
      insert into orders (order_key, status, currency, currency_minor_unit, subtotal, offer_total, shipping_total, discount_total,
        fee_total, tax_total, is_tax_included, shipping_tax, total, shipping_method, shipping_method_title, shipping_days_min,
        shipping_days_max, arrives_from, arrives_to, payment_method, payment_method_title, billing, shipping,
        customer_note, cart_hash, session_id, cart_version, checkout_attempt, checkout_body, customer_ip, customer_agent, user_id,
        is_of_account, affiliation, language, consent, attribution, tracking, phone, pay_by, held_for, created_at, updated_at)
      select ${order.key}, ${order.status}, ${cart.currency.code}, ${cart.currency.minorUnit}, ${cart.subtotal}, ${cart.offerSaving},
        ${cart.shipping?.amount ?? 0}, ${cart.discount}, ${sum(cart.fees.map(({ amount }) => amount))}, ${cart.tax}, ${cart.isTaxIncluded}, ${cart.shippingTax}, ${cart.total},
        ${cart.shipping?.id ?? ""},
        ${cart.shipping?.title ?? ""}, ${cart.shipping?.days?.min ?? null}, ${cart.shipping?.days?.max ?? null},
        ${cart.shipping?.arrival?.from ?? null}::date, ${cart.shipping?.arrival?.to ?? null}::date, ${method.id}, ${method.title}, ${JSON.stringify(billing)}::jsonb,
        ${JSON.stringify(shipping)}::jsonb, ${note}, ${cart.hash}, ${checkout.sessionId},
        (select cart_version from sessions where id = ${order.cartId}), ${attempt}, ${body},
        ${checkout.customerIp}, ${checkout.customerAgent.slice(0, 500)}, ${checkout.userId},
        ${checkout.userId !== null}, ${settings.shop_name}, ${settings.language}, ${JSON.stringify(checkout.consent)}::jsonb,
        ${attributionOf(checkout)}, ${checkout.tracking ? JSON.stringify(checkout.tracking) : null}::jsonb, ${phone}, ${payBy}::timestamptz, ${order.heldFor}, ${at}, ${at}
      from recent where not recent.is_spent and (${order.ordersPerPhone}::int is null or recent.orders < ${order.ordersPerPhone}::int)
      on conflict do nothing returning id
    ), lines as (
      insert into order_lines (order_id, position, product_id, variation_id, name, sku, attributes, quantity, unit_price,
        line_total, offer_pieces, offer_price, offer_saving, discount, tax, stock_product_id, stock_taken)
      select placed.id, l.position, l.product_id, l.variation_id, l.name, l.sku, l.attributes, l.quantity, l.unit_price,
        l.line_total, l.offer_pieces, l.offer_price, l.offer_saving, l.discount, l.tax, l.stock_product_id, l.stock_taken
      from placed, jsonb_to_recordset(${JSON.stringify(lineRows(order))}::jsonb) as l(position int, product_id bigint,
        variation_id bigint, name text, sku text, attributes jsonb, quantity int, unit_price bigint, line_total bigint,
        offer_pieces int, offer_price bigint, offer_saving bigint, discount bigint, tax bigint,
        stock_product_id bigint, stock_taken int)
    ), taxes as (
      insert into order_taxes (order_id, position, label, per_million, amount, on_charges)
      select placed.id, t.position, t.label, t.per_million, t.amount, t.on_charges
      from placed, jsonb_to_recordset(${JSON.stringify(taxRows(cart))}::jsonb) as t(position int, label text,
        per_million int, amount bigint, on_charges bigint)
    ), fees as (
      insert into order_fees (order_id, position, label, amount)
      select placed.id, f.position, f.label, f.amount
      from placed, jsonb_to_recordset(${JSON.stringify(feeRows(cart))}::jsonb) as f(position int, label text, amount bigint)
    ), ${emptyingCart(order.cartId)}, forgotten as (
      delete from refused_checkouts where session_id = ${checkout.sessionId}
    ), events as (
      insert into order_events (order_id, kind, detail, happened_at)
      select placed.id, 'placed', ${order.status}, ${at} from placed
    )
    select placed.id, recent.orders, recent.is_spent as "isSpent", case when placed.id is not null
      then ${addingJob(orderPlacedJob, sql`json_build_object('orderId', placed.id)`)} end as job
    from recent left join placed on true`;
  const { rows } = await executeNamed<WrittenRow>(db, "write_order", statement);
  tellWorkers(db);
  const [{ id, orders, isSpent } = { id: null, orders: 0, isSpent: false }] = rows;
  return { id, isTooOften: id === null && order.ordersPerPhone !== null && orders >= order.ordersPerPhone, isSpent };
}

/**
 * SQL for where the buyer came from, or at least on which kind of device; always the same text, because the statement is named.
 */
function attributionOf({ attribution, sessionId, customerAgent }: Checkout): SQL {
  const isOfSession = attribution === "as the session began";
  const reported = isOfSession || attribution === null ? null : JSON.stringify(attribution);
  const device = isOfSession && customerAgent !== "" ? JSON.stringify({ deviceType: deviceOf(customerAgent) }) : null;
  return sql`coalesce(${reported}::jsonb,
    case when ${isOfSession} then (select landing from sessions where id = ${sessionId}) end, ${device}::jsonb)`;
}

/**
 * SQL that counts the last hour's active orders with the same phone number and payment method (up to the limit), and
 * tells whether the session has placed an order since the form was shown.
 */
function recentOrders(phone: string, { checkout, method, ordersPerPhone, now }: NewOrder): SQL {
  const beganAt = sql`${checkout.beganAt?.toISOString() ?? null}::timestamptz`;
  return sql`select count(*) as orders, exists (select from orders where session_id = ${checkout.sessionId}
      and created_at > ${beganAt}) as is_spent
    from (select from orders where phone = ${phone} and phone <> '' and payment_method = ${method.id}
    and status not in ('cancelled', 'failed')
    and ${ordersPerPhone}::int is not null and created_at > ${now.toISOString()}::timestamptz - interval '1 hour'
    limit ${ordersPerPhone}::int) of_phone`;
}

function taxRows({ taxes }: Cart) {
  return taxes.map(({ label, perMillion, amount, onCharges }, position) => {
    return { position, label, per_million: perMillion, amount, on_charges: onCharges };
  });
}

function feeRows({ fees }: Cart) {
  return fees.map((fee, position) => ({ position, ...fee }));
}

function lineRows({ cart, lines, heldFor }: NewOrder) {
  const stockOf = new Map(lines.map((line) => [line.key, line.offer.stockId]));
  return cart.lines.map((line, position) => {
    const stockId = stockOf.get(line.key) ?? null;
    return {
      position,
      product_id: line.productId,
      variation_id: line.variationId,
      name: line.name,
      sku: line.sku,
      attributes: line.choices,
      quantity: line.quantity,
      unit_price: line.unitPrice,
      line_total: line.total,
      offer_pieces: line.offer?.pieces ?? null,
      offer_price: line.offer?.price ?? null,
      offer_saving: line.offer?.saving ?? 0,
      discount: line.discount,
      tax: line.tax,
      stock_product_id: stockId,
      stock_taken: stockId === null || heldFor !== null ? 0 : line.quantity,
    };
  });
}
