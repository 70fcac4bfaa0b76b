import { formatMoney } from "#platform/money.ts";
import type { Address, Order } from "#shop/orders/order.ts";
import { getOrder, listOrders } from "#shop/orders/orders.ts";
import { Refusal } from "#shop/refusal.ts";
import { getSettings } from "#shop/settings/settings.ts";
import type { Command, CommandContext } from "./command.ts";

type OrdersContext = Pick<CommandContext, "db" | "print">;

/** `orders list [--limit N]` and `orders show ID`. */
export const ordersCommand: Command<OrdersContext> = {
  name: "orders",
  usage: "orders <list|show> [id]",
  summary: "list the newest orders (--limit N) or show one",
  async run({ db, print }, [what, ...rest]) {
    const settings = await getSettings(db);
    if (what === "show") {
      const order = await getOrder(db, idOf(rest[0]), settings);
      for (const line of detailOf(order)) print(line);
      return;
    }
    if (what !== "list") throw new Refusal("order_unknown", { hint: "use list or show ID" });
    for (const order of await listOrders(db, limitOf(rest), settings)) print(rowOf(order));
  },
};

function idOf(text = ""): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** The number after --limit, or 20. */
function limitOf(args: readonly string[]): number {
  const limit = idOf(args[args.indexOf("--limit") + 1]);
  return args.includes("--limit") && limit > 0 ? Math.min(limit, 10_000) : 20;
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
  const delivery = order.shipping ? [`${order.shipping.title}: ${money(order.shipping.amount)}`] : [];
  return [
    `Order ${order.id}, ${order.status}, ${minuteOf(order.createdAt)} (key ${order.key})`,
    ...lines,
    ...delivery,
    `Total: ${money(order.total)}, ${order.paymentMethod.title}`,
    ...addressOf("Billing", order.billing),
    ...addressOf("Delivery", order.shippingAddress),
    ...(order.customerNote ? [`Note: ${order.customerNote}`] : []),
  ];
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
