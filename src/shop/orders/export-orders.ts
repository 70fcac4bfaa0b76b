import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { type Amount, toDecimal } from "#platform/money.ts";
import { paidForLine } from "../cart/totals/sum-parts.rules.ts";
import { escapeCell } from "../catalogue/import/csv-values.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { Address, Order, OrderLine } from "./order.ts";
import { listOrdersById } from "./orders.ts";

/** Orders read at once; what an export holds in memory. */
const pageSize = 100;

const addressParts = {
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

type Cell = string | number;
type Column = readonly [heading: string, cellOf: (order: Order, line: OrderLine) => Cell];

/**
 * Writes orders as CSV, oldest first and as they stand at one moment: a row for each line of an order, under the headings by
 * which the field's exports know them, with a byte order mark for spreadsheets. The order's own amounts stand in each of its
 * rows, as its page shows them: where prices include taxes, so do they. @param since the first moment that counts; null: all
 * @returns how many orders and rows were written
 */
export async function exportOrders(
  db: Database,
  since: Date | null,
  settings: Settings,
  target: Writable,
): Promise<{ orders: number; rows: number }> {
  const count = { orders: 0, rows: 0 };
  const csv = stringify({ bom: true, record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
  const rows = async function* (db: Database) {
    yield columns.map(([heading]) => heading);
    for await (const order of streamOrders(db, since, settings)) {
      count.orders += 1;
      for (const line of order.lines) {
        count.rows += 1;
        yield columns.map(([, cellOf]) => safeCell(cellOf(order, line)));
      }
    }
  };
  await inTransaction(db, (db) => pipeline(Readable.from(rows(db)), csv, target), "repeatable read");
  return count;
}

async function* streamOrders(db: Database, since: Date | null, settings: Settings): AsyncGenerator<Order> {
  // Whoever reads the export may take his time over a page.
  await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await db.execute(sql`declare exported_orders no scroll cursor for select id from orders
    where ${since === null} or created_at >= ${since?.toISOString() ?? null}::timestamptz order by id`);
  for (;;) {
    const { rows } = await db.execute<{ id: number }>(sql.raw(`fetch ${pageSize} from exported_orders`));
    if (rows.length === 0) return;
    yield* await listOrdersById(
      db,
      rows.map(({ id }) => id),
      settings,
    );
  }
}

/** Strangers wrote most of it: nothing may run when a spreadsheet opens it. Numbers are ours. */
function safeCell(cell: Cell): Cell {
  if (typeof cell === "number") return cell;
  return escapeCell(cell.replace(/(?!\n)\p{Cc}/gu, "").trim()).replace(/^[＝＋－＠]/u, "'$&");
}

/** The columns, in their order: those of the order, repeated in each of its rows, and those of the line. */
const columns: readonly Column[] = [
  ["order_id", ({ id }) => id],
  ["order_number", ({ id }) => id],
  ["order_date", ({ createdAt }) => createdAt.toISOString().slice(0, 19).replace("T", " ")],
  ["status", ({ status }) => status],
  ["order_currency", ({ currency }) => currency.code],
  money("order_subtotal", ({ subtotal }) => subtotal),
  money("discount_total", ({ discount, offerSaving }) => discount + offerSaving),
  ["coupons", ({ coupons }) => coupons.map(({ code }) => code).join(", ")],
  money("shipping_total", ({ shipping }) => shipping?.amount ?? 0),
  money("shipping_tax_total", ({ shippingTax }) => shippingTax),
  money("fee_total", ({ fees }) => fees.reduce((total, { amount }) => total + amount, 0)),
  money("tax_total", ({ tax }) => tax),
  money("order_total", ({ total }) => total),
  ["payment_method", ({ paymentMethod }) => paymentMethod.id],
  ["payment_method_title", ({ paymentMethod }) => paymentMethod.title],
  ["shipping_method", ({ shipping }) => shipping?.title ?? ""],
  ["customer_id", ({ userId }) => userId ?? ""],
  ...addressColumns("billing", ({ billing }) => billing),
  ["billing_email", ({ billing }) => billing.email],
  ["billing_phone", ({ billing }) => billing.phone],
  ...addressColumns("shipping", ({ shippingAddress }) => shippingAddress),
  ["customer_note", ({ customerNote }) => customerNote],
  ["item_product_id", (_, { productId }) => productId ?? ""],
  ["item_variation_id", (_, { variationId }) => variationId ?? ""],
  ["item_name", (_, { name }) => name],
  ["item_meta", (_, { choices }) => choices.map(({ label, value }) => `${label}: ${value}`).join(", ")],
  ["item_sku", (_, { sku }) => sku],
  ["item_quantity", (_, { quantity }) => quantity],
  money("item_price", (_, { unitPrice }) => unitPrice),
  money("item_subtotal", (_, { total }) => total),
  money("item_total", (_, line) => paidForLine(line.total, line)),
  money("item_tax", (_, { tax }) => tax),
];

/** A column of amounts in the order's currency. */
function money(heading: string, amountOf: (order: Order, line: OrderLine) => Amount): Column {
  return [heading, (order, line) => toDecimal(amountOf(order, line), order.currency)];
}

function addressColumns(whose: "billing" | "shipping", addressOf: (order: Order) => Address): Column[] {
  return Object.entries(addressParts).map(([name, part]) => [`${whose}_${name}`, (order) => addressOf(order)[part]]);
}
