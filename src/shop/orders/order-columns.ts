import { type Amount, toDecimal } from "#platform/money.ts";
import { attributionFields, knownOrigin } from "../attribution/attribution.rules.ts";
import type { Touch } from "../attribution/touches.rules.ts";
import { attributionPrefix, wireName } from "../attribution/visit-fields.rules.ts";
import { paidForLine } from "../cart/totals/sum-parts.rules.ts";
import type { Address, Order, OrderLine } from "./order.ts";
import type { Cell } from "./write-csv.ts";

/** A column of the order export, which has one row per order line. */
interface Column<OrderKey extends keyof Order, LineKey extends keyof OrderLine> {
  /** In the spelling of the protocol's exports. */
  heading: string;
  /** The fields that the cell uses. */
  of: { order: readonly OrderKey[]; line: readonly LineKey[] };
  cellOf: (order: Order, line: OrderLine) => Cell;
}

/** Declares a column that uses these fields of the order. */
function ofOrder<Key extends keyof Order>(
  heading: string,
  keys: readonly Key[],
  cellOf: (order: Pick<Order, Key>) => Cell,
): Column<Key, never> {
  return { heading, of: { order: keys, line: [] }, cellOf };
}

/** Declares a column that uses these fields of the line. */
function ofLine<Key extends keyof OrderLine>(
  heading: string,
  keys: readonly Key[],
  cellOf: (line: Pick<OrderLine, Key>) => Cell,
): Column<never, Key> {
  return { heading, of: { order: [], line: keys }, cellOf: (_order, line) => cellOf(line) };
}

/** Declares a column of amounts, in the order's currency. */
function orderMoney<Key extends keyof Order>(
  heading: string,
  keys: readonly Key[],
  amountOf: (order: Pick<Order, Key>) => Amount,
): Column<Key, never> {
  return { heading, of: { order: keys, line: [] }, cellOf: (order) => toDecimal(amountOf(order), order.currency) };
}

function lineMoney<Key extends keyof OrderLine>(
  heading: string,
  keys: readonly Key[],
  amountOf: (line: Pick<OrderLine, Key>) => Amount,
): Column<never, Key> {
  return {
    heading,
    of: { order: [], line: keys },
    cellOf: ({ currency }, line) => toDecimal(amountOf(line), currency),
  };
}

/** The parts of an address by the names of their columns, without a prefix. */
export const addressParts = {
  first_name: "firstName",
  last_name: "lastName",
  company: "company",
  address_1: "address1",
  address_2: "address2",
  city: "city",
  state: "state",
  postcode: "postcode",
  country: "country",
} as const satisfies Record<string, keyof Address>;

function addressColumns<Key extends "billing" | "shippingAddress">(prefix: string, key: Key): Column<Key, never>[] {
  return Object.entries(addressParts).map(([name, part]) =>
    ofOrder(`${prefix}_${name}`, [key], (order: Pick<Order, Key>) => order[key][part]),
  );
}

/** Formats a moment as exports do: "2026-12-01 09:30:00", in UTC. */
export function momentCell(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace("T", " ");
}

/** Formats a source: "2026-12-01 09:30:00 utm newsletter / email / june". */
function touchCell(touch: Touch | undefined): string {
  if (!touch) return "";
  const { at, type, source, medium, campaign } = touch;
  return `${momentCell(new Date(at))} ${type} ${[source, medium, campaign].filter(Boolean).join(" / ")}`.trim();
}

/** All columns in the order of the file: the order's, repeated in each of its rows, then the line's. */
const columns = [
  ofOrder("order_id", ["id"], ({ id }) => id),
  ofOrder("order_number", ["id"], ({ id }) => id),
  ofOrder("order_date", ["createdAt"], ({ createdAt }) => momentCell(createdAt)),
  ofOrder("status", ["status"], ({ status }) => status),
  ofOrder("order_currency", ["currency"], ({ currency }) => currency.code),
  orderMoney("order_subtotal", ["subtotal"], ({ subtotal }) => subtotal),
  orderMoney("discount_total", ["discount", "offerSaving"], ({ discount, offerSaving }) => discount + offerSaving),
  ofOrder("coupons", ["coupons"], ({ coupons }) => coupons.map(({ code }) => code).join(", ")),
  orderMoney("shipping_total", ["shipping"], ({ shipping }) => shipping?.amount ?? 0),
  orderMoney("shipping_tax_total", ["shippingTax"], ({ shippingTax }) => shippingTax),
  orderMoney("fee_total", ["fees"], ({ fees }) => fees.reduce((total, { amount }) => total + amount, 0)),
  orderMoney("tax_total", ["tax"], ({ tax }) => tax),
  orderMoney("order_total", ["total"], ({ total }) => total),
  ofOrder("payment_method", ["paymentMethod"], ({ paymentMethod }) => paymentMethod.id),
  ofOrder("payment_method_title", ["paymentMethod"], ({ paymentMethod }) => paymentMethod.title),
  ofOrder("shipping_method", ["shipping"], ({ shipping }) => shipping?.title ?? ""),
  ofOrder("customer_id", ["userId"], ({ userId }) => userId ?? ""),
  ...addressColumns("billing", "billing"),
  ofOrder("billing_email", ["billing"], ({ billing }) => billing.email),
  ofOrder("billing_phone", ["billing"], ({ billing }) => billing.phone),
  ...addressColumns("shipping", "shippingAddress"),
  ofOrder("customer_note", ["customerNote"], ({ customerNote }) => customerNote),
  ofOrder("origin", ["attribution"], ({ attribution }) => knownOrigin(attribution) ?? ""),
  ...attributionFields.map((field) =>
    ofOrder(`${attributionPrefix}${wireName(field)}`, ["attribution"], ({ attribution }) => attribution?.[field] ?? ""),
  ),
  ofOrder(`${attributionPrefix}device_type`, ["attribution"], ({ attribution }) => attribution?.deviceType ?? ""),
  ofOrder("first_touch", ["attribution"], ({ attribution }) => touchCell(attribution?.touches?.[0])),
  ofOrder("last_touch", ["attribution"], ({ attribution }) => touchCell(attribution?.touches?.at(-1))),
  ofOrder("touches", ["attribution"], ({ attribution }) => attribution?.touches?.length ?? ""),
  ofLine("item_product_id", ["productId"], ({ productId }) => productId ?? ""),
  ofLine("item_variation_id", ["variationId"], ({ variationId }) => variationId ?? ""),
  ofLine("item_name", ["name"], ({ name }) => name),
  ofLine("item_meta", ["choices"], ({ choices }) => choices.map(({ label, value }) => `${label}: ${value}`).join(", ")),
  ofLine("item_sku", ["sku"], ({ sku }) => sku),
  ofLine("item_quantity", ["quantity"], ({ quantity }) => quantity),
  lineMoney("item_price", ["unitPrice"], ({ unitPrice }) => unitPrice),
  lineMoney("item_subtotal", ["total"], ({ total }) => total),
  lineMoney("item_total", ["total", "offerSaving", "discount"], (line) => paidForLine(line.total, line)),
  lineMoney("item_tax", ["tax"], ({ tax }) => tax),
];

/**
 * Order fields that are not exported: secrets, fields that other columns sum up, and fields that only the shop's pages
 * need.
 */
type NotExported =
  | "key"
  | "lines"
  | "offers"
  | "taxes"
  | "isTaxIncluded"
  | "isPrepaid"
  | "paymentRequest"
  | "heldFor"
  | "transactionId"
  | "affiliation"
  | "language"
  | "createdVia"
  | "consent"
  | "tracking";

type Exported = (typeof columns)[number]["of"];
type MissingOfOrder = Exclude<keyof Order, NotExported | Exported["order"][number]>;
type MissingOfLine = Exclude<keyof OrderLine, Exported["line"][number]>;
type OrderColumn = Pick<Column<never, never>, "heading" | "cellOf">;

/** A type error naming the fields of `Order` and `OrderLine` that are neither exported nor in `NotExported`. */
type Complete<OfOrder extends never, OfLine extends never> = [OfOrder, OfLine] extends never[]
  ? readonly OrderColumn[]
  : never;

/** The columns of the order export. */
export const orderColumns: Complete<MissingOfOrder, MissingOfLine> = columns;
