import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed, prepared } from "#db/prepared.ts";
import { orders } from "#db/tables/carts-and-orders.ts";
import type { Currency } from "#platform/money.ts";
import type { Attribution } from "../attribution/attribution.rules.ts";
import { nameWithChoices, type OfferSum } from "../cart/totals/sum-parts.rules.ts";
import { nothingToPay } from "../payments/nothing-to-pay.ts";
import { paymentRequestOf } from "../payments/prepayment.ts";
import { Refusal } from "../refusal.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { currencyOf } from "../settings/settings.ts";
import type { Consent } from "./checkout/checkout.ts";
import { type LineRow, listParts, type OrderParts } from "./checkout/order-parts.ts";
import type { Address, Order, OrderLine, OrderStatus } from "./order.ts";
import { isOrderStatus } from "./order-status.rules.ts";
import type { OrderTracking } from "./order-tracking.ts";

type OrderRow = typeof orders.$inferSelect;

/** Returns an order by its id. @throws Refusal order_unknown */
export async function getOrder(db: Database, id: number, settings: Settings): Promise<Order> {
  const query = prepared(db, "order_of_id", (db, name) =>
    db
      .select()
      .from(orders)
      .where(eq(orders.id, sql.placeholder("id")))
      .prepare(name),
  );
  const [row] = await query.execute({ id });
  const [order] = row ? await withLines(db, [row], settings) : [];
  if (!order) throw new Refusal("order_unknown", { id });
  return order;
}

/** Selects orders. */
export interface OrderFilter {
  limit: number;
  status?: OrderStatus | undefined;
  /** Placed at or after this moment. */
  since?: Date | undefined;
}

/** Lists orders, newest first. */
export async function listOrders(
  db: Database,
  { limit, status, since }: OrderFilter,
  settings: Settings,
): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(status && eq(orders.status, status), since && gte(orders.createdAt, since)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
  return withLines(db, rows, settings);
}

/** Lists the orders of these ids, by id. */
export async function listOrdersById(db: Database, ids: readonly number[], settings: Settings): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id));
  return withLines(db, rows, settings);
}

/** An event in an order's history. */
export interface OrderEvent {
  /** placed, status or note. */
  kind: string;
  /** The status, or the note itself. */
  detail: string;
  at: Date;
}

/** Lists an order's events, oldest first. */
export async function listOrderEvents(db: Database, id: number): Promise<OrderEvent[]> {
  const { rows } = await executeNamed<{ kind: string; detail: string; at: string }>(
    db,
    "events_of_order",
    sql`select kind, detail, happened_at as at from order_events where order_id = ${id} order by id`,
  );
  return rows.map(({ at, ...event }) => ({ ...event, at: new Date(at) }));
}

/** Returns an order's status when it was placed. @throws Error when no event contains it */
export async function findPlacedStatus(db: Database, id: number): Promise<OrderStatus> {
  const placed = (await listOrderEvents(db, id)).find(({ kind }) => kind === "placed");
  if (!placed || !isOrderStatus(placed.detail)) throw new Error(`Order ${id} was never placed`);
  return placed.detail;
}

/** Orders per page of a user's list. */
const ordersPerPage = 10;

/** Where a page of a user's orders begins: below an order, or above one; by default at the newest. */
export type OrdersFrom = { before?: number } | { after: number };

export interface OrdersPage {
  orders: Order[];
  /** Where the pages with newer and older orders begin; null if there are none. */
  newer: { after: number } | null;
  older: { before: number } | null;
}

/** Returns a page of a user's own orders, newest first. It reads as many rows however many orders there are. */
export async function listUserOrders(
  db: Database,
  userId: number,
  from: OrdersFrom,
  settings: Settings,
): Promise<OrdersPage> {
  const isUp = "after" in from;
  const below = isUp || from.before === undefined ? undefined : lt(orders.id, from.before);
  const beyond = isUp ? gt(orders.id, from.after) : below;
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), beyond))
    .orderBy(isUp ? asc(orders.id) : desc(orders.id))
    .limit(ordersPerPage + 1);
  const isMore = rows.length > ordersPerPage;
  // The newest page is always full, whichever way one comes to it.
  if (isUp && !isMore) return listUserOrders(db, userId, {}, settings);
  const shown = rows.slice(0, ordersPerPage);
  if (isUp) shown.reverse();
  const first = shown[0];
  const last = shown.at(-1);
  return {
    orders: await withLines(db, shown, settings),
    newer: first && beyond ? { after: first.id } : null,
    older: last && (isUp || isMore) ? { before: last.id } : null,
  };
}

/** An order with what is stored about the customer's browser; "" where nothing is. */
export interface TracedOrder extends Order {
  customerIp: string;
  customerAgent: string;
}

/** Lists all orders that a condition selects, newest first. */
export async function listTracedOrders(db: Database, condition: SQL, settings: Settings): Promise<TracedOrder[]> {
  const rows = await db.select().from(orders).where(condition).orderBy(desc(orders.id));
  const traces = new Map(rows.map(({ id, customerIp, customerAgent }) => [id, { customerIp, customerAgent }]));
  const found = await withLines(db, rows, settings);
  return found.map((order) => ({ customerIp: "", customerAgent: "", ...order, ...traces.get(order.id) }));
}

/** Finds a user's own order; undefined if it is another user's or does not exist. */
export async function findUserOrder(
  db: Database,
  userId: number,
  id: number,
  settings: Settings,
): Promise<Order | undefined> {
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)));
  return (await withLines(db, rows, settings))[0];
}

async function withLines(db: Database, rows: readonly OrderRow[], settings: Settings): Promise<Order[]> {
  if (rows.length === 0) return [];
  const parts = await listParts(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toOrder(row, parts, settings));
}

/** Returns the chosen delivery; null if nothing needed shipping. */
function shippingOf(row: OrderRow): Order["shipping"] {
  const {
    shippingMethod,
    shippingMethodTitle: title,
    shippingTotal: amount,
    shippingDaysMin: min,
    shippingDaysMax: max,
    arrivesFrom: from,
    arrivesTo: to,
  } = row;
  if (shippingMethod === "") return null;
  const days = min === null || max === null ? null : { min, max };
  const arrival = from === null || to === null ? null : { from, to };
  return { title, amount, isPickup: shippingMethod.startsWith("local_pickup:"), days, arrival };
}

function toOrder(row: OrderRow, { lines, coupons, fees, taxes }: OrderParts, settings: Settings): Order {
  const { id, orderKey: key, userId, status, subtotal, total, customerNote, createdAt } = row;
  const { transactionId, affiliation, language, createdVia } = row;
  return {
    id,
    key,
    userId,
    status,
    subtotal,
    total,
    customerNote,
    createdAt,
    transactionId,
    affiliation,
    language,
    createdVia,
    consent: row.consent as Consent,
    attribution: row.attribution as Attribution | null,
    tracking: row.tracking as OrderTracking | null,
    currency: orderCurrency(row, settings),
    lines: lines.filter((line) => line.orderId === id).map(toLine),
    shipping: shippingOf(row),
    offers: lines.filter((line) => line.orderId === id).flatMap(offerSum),
    offerSaving: row.offerTotal,
    coupons: coupons.get(id) ?? [],
    discount: row.discountTotal,
    fees: fees.get(id) ?? [],
    tax: row.taxTotal,
    taxes: taxes.get(id) ?? [],
    isTaxIncluded: row.isTaxIncluded,
    shippingTax: row.shippingTax,
    paymentMethod: { id: row.paymentMethod, title: total === 0 ? nothingToPay.title : row.paymentMethodTitle },
    isPrepaid: row.paidAt !== null,
    // A held order may yet be cancelled, so nobody should pay it.
    paymentRequest:
      row.heldFor === null
        ? paymentRequestOf({ ...row, paymentMethodId: row.paymentMethod, isPaid: row.paidAt !== null }, settings)
        : null,
    heldFor: row.heldFor,
    billing: row.billing as Address,
    shippingAddress: row.shipping as Address,
  };
}

function offerSum({ name, attributes, offerPieces, offerPrice, offerSaving }: LineRow): OfferSum[] {
  if (offerPieces === null || offerPrice === null) return [];
  const whole = nameWithChoices(name, attributes as OrderLine["choices"]);
  return [{ name: whole, pieces: offerPieces, price: offerPrice, saving: offerSaving }];
}

function toLine(row: LineRow): OrderLine {
  const { productId, variationId, name, sku, quantity, unitPrice, lineTotal: total, offerSaving, discount, tax } = row;
  return {
    productId,
    variationId,
    name,
    sku,
    quantity,
    unitPrice,
    total,
    offerSaving,
    discount,
    tax,
    choices: row.attributes as OrderLine["choices"],
  };
}

/** Returns the order's currency, with the store's symbol if it is the store's currency. */
export function orderCurrency(row: Pick<OrderRow, "currency" | "currencyMinorUnit">, settings: Settings): Currency {
  const store = currencyOf(settings);
  const symbol = row.currency === store.code ? store.symbol : row.currency;
  return { code: row.currency, symbol, minorUnit: row.currencyMinorUnit };
}

/** Marks an order as reported to analytics. @returns true for the first call only, even if calls are concurrent */
export async function markPurchaseReported(db: Database, id: number, now: Date): Promise<boolean> {
  const marked = await db
    .update(orders)
    .set({ purchaseToldAt: now })
    .where(and(eq(orders.id, id), isNull(orders.purchaseToldAt)))
    .returning({ id: orders.id });
  return marked.length > 0;
}
