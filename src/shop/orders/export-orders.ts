import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { toDecimal } from "#platform/money.ts";
import { paidForLine } from "../cart/sum-parts.rules.ts";
import { escapeCell } from "../catalogue/csv-values.ts";
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
type Cells = readonly (readonly [heading: string, cell: Cell])[];

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
    let hasHeadings = false;
    for await (const order of streamOrders(db, since, settings)) {
      count.orders += 1;
      for (const line of order.lines) {
        const cells = [...orderCells(order), ...lineCells(order, line)];
        if (!hasHeadings) yield cells.map(([heading]) => heading);
        hasHeadings = true;
        count.rows += 1;
        yield cells.map(([, cell]) => safeCell(cell));
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

function orderCells(order: Order): Cells {
  const { billing, shippingAddress, shipping } = order;
  const money = (amount: number) => toDecimal(amount, order.currency);
  return [
    ["order_id", order.id],
    ["order_number", order.id],
    ["order_date", order.createdAt.toISOString().slice(0, 19).replace("T", " ")],
    ["status", order.status],
    ["order_currency", order.currency.code],
    ["order_subtotal", money(order.subtotal)],
    ["discount_total", money(order.discount + order.offerSaving)],
    ["coupons", order.coupons.map(({ code }) => code).join(", ")],
    ["shipping_total", money(shipping?.amount ?? 0)],
    ["shipping_tax_total", money(order.shippingTax)],
    ["fee_total", money(order.fees.reduce((total, { amount }) => total + amount, 0))],
    ["tax_total", money(order.tax)],
    ["order_total", money(order.total)],
    ["payment_method", order.paymentMethod.id],
    ["payment_method_title", order.paymentMethod.title],
    ["shipping_method", shipping?.title ?? ""],
    ["customer_id", order.userId ?? ""],
    ...addressCells("billing", billing),
    ["billing_email", billing.email],
    ["billing_phone", billing.phone],
    ...addressCells("shipping", shippingAddress),
    ["customer_note", order.customerNote],
  ];
}

function addressCells(whose: "billing" | "shipping", address: Address): Cells {
  return Object.entries(addressParts).map(([name, part]) => [`${whose}_${name}`, address[part]] as const);
}

function lineCells({ currency }: Order, line: OrderLine): Cells {
  const money = (amount: number) => toDecimal(amount, currency);
  return [
    ["item_product_id", line.productId ?? ""],
    ["item_variation_id", line.variationId ?? ""],
    ["item_name", line.name],
    ["item_meta", line.choices.map(({ label, value }) => `${label}: ${value}`).join(", ")],
    ["item_sku", line.sku],
    ["item_quantity", line.quantity],
    ["item_price", money(line.unitPrice)],
    ["item_subtotal", money(line.total)],
    ["item_total", money(paidForLine(line.total, line))],
    ["item_tax", money(line.tax)],
  ];
}
