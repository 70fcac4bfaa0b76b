import { formatMoney } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import { type SumPart, sumParts, taxesWithin } from "#shop/cart/sum-parts.rules.ts";
import { cancelOrder } from "#shop/orders/cancel-order.ts";
import type { Address, Order } from "#shop/orders/order.ts";
import { getOrder, listOrders } from "#shop/orders/orders.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, unknownWord } from "./command.ts";

type OrdersContext = Pick<CommandContext, "db" | "print" | "clock">;

/** `orders list [--limit N]`, `orders show ID`, `orders cancel ID` and `orders fail ID`. */
export const ordersCommand: DatabaseCommand<OrdersContext> = {
  name: "orders",
  usage: "orders <what> [id]",
  summary: "list the newest orders; show, cancel or fail ID: what it took is given back",
  options: [{ flags: "--limit <n>", meaning: "how many are listed; 20 unless said otherwise" }],
  needs: "migrated database",
  async run({ db, print, clock }, [what = "", id = ""], { limit = "20" }) {
    const settings = await getSettings(db);
    if (what === "show") {
      const order = await getOrder(db, numberOf(id, "an order's number"), settings);
      for (const line of detailOf(order)) print(line);
      return;
    }
    if (what === "cancel" || what === "fail") {
      const status = what === "cancel" ? "cancelled" : "failed";
      await cancelOrder(db, numberOf(id, "an order's number"), status, settings, clock.now());
      return print(`Order ${id} is ${status}; its coupons and stock are given back.`);
    }
    if (what !== "list") throw unknownWord("orders", what, ["list", "show ID", "cancel ID", "fail ID"]);
    const orders = await listOrders(db, numberOf(limit, "a limit"), settings);
    if (orders.length === 0) print("There are no orders yet.");
    for (const order of orders) print(rowOf(order));
  },
};

/** @throws StartError when the text is no number from 1. */
function numberOf(text: string | true, what: string): number {
  if (text === true || !/^[1-9]\d{0,14}$/.test(text)) throw new StartError(`"${text}" is not ${what}: use digits.`);
  return Number(text);
}

function rowOf(order: Order): string {
  const { id, createdAt, status, billing, total, currency } = order;
  const name = `${billing.firstName} ${billing.lastName}`.trim();
  return [id, minuteOf(createdAt), status.padEnd(10), formatMoney(total, currency), name, billing.city].join("  ");
}

function detailOf(order: Order): string[] {
  const money = (amount: number) => formatMoney(amount, order.currency);
  const lines = order.lines.map((line) => {
    const choices = line.choices.map(({ value }) => `, ${value}`).join("");
    return `  ${line.quantity} x ${line.name}${choices}  ${money(line.total)}`;
  });
  const parts = sumParts(order).flatMap((part) => partLine(part, money(part.amount)));
  const within = taxesWithin(order).map(({ label, amount }) => `${money(amount)} of ${label || "tax"}`);
  return [
    `Order ${order.id}, ${order.status}, ${minuteOf(order.createdAt)} (key ${order.key})`,
    ...lines,
    ...parts,
    `Total: ${money(order.total)}${within.length === 0 ? "" : ` with ${within.join(", ")} in it`}, ${order.paymentMethod.title}`,
    ...addressOf("Billing", order.billing),
    ...addressOf("Delivery", order.shippingAddress),
    ...(order.customerNote ? [`Note: ${order.customerNote}`] : []),
  ];
}

/** One line for what differs from the lines' own sum. */
function partLine(part: SumPart, amount: string): string[] {
  switch (part.kind) {
    case "subtotal":
      return [];
    case "offer":
      return [`Offer on ${part.name}: -${amount}`];
    case "coupon":
      return [`Coupon ${part.code}: ${part.freesDelivery ? "free delivery" : `-${amount}`}`];
    case "shipping":
      return [`${part.title}${part.days ? ` (${part.days.min}-${part.days.max} business days)` : ""}: ${amount}`];
    case "fee":
      return [`${part.label}: ${amount}`];
    case "tax":
      return [`${part.label || "Tax"}: ${amount}`];
  }
}

function addressOf(title: string, address: Address): string[] {
  const { firstName, lastName, company, address1, address2, city, state, postcode, country, phone, email } = address;
  const parts = [`${firstName} ${lastName}`.trim(), company, address1, address2, city, state, postcode, country];
  return [`${title}: ${[...parts, phone, email].filter(Boolean).join(", ")}`];
}

/** "2026-11-21 12:00" in UTC. */
function minuteOf(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace("T", " ");
}
