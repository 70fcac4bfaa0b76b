import { formatCount } from "#platform/format-count.ts";
import { formatMoney } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import { formatPhone } from "#shop/accounts/profile/format-phone.ts";
import { type Attribution, knownOrigin, originLabel } from "#shop/attribution/attribution.rules.ts";
import { type SumPart, sumParts, taxesWithin } from "#shop/cart/totals/sum-parts.rules.ts";
import type { RecordedConsent } from "#shop/consent/consent.rules.ts";
import { findConsentText } from "#shop/consent/consents.ts";
import { countryName } from "#shop/delivery/country-name.rules.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import type { HoldReason } from "#shop/orders/checkout/order-ceilings.rules.ts";
import { confirmPayment } from "#shop/orders/confirm-payment.ts";
import { exportOrders } from "#shop/orders/export-orders.ts";
import type { Address, Order, OrderStatus } from "#shop/orders/order.ts";
import { sourceGroupings } from "#shop/orders/order-sources.ts";
import { holdsGoods, isOrderStatus, orderStatuses } from "#shop/orders/order-status.rules.ts";
import { getOrder, listOrderEvents, listOrders } from "#shop/orders/orders.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { formatBusinessDays, formatMinute, truncate } from "../format.ts";
import { sinceOf } from "../since-option.ts";
import { forceOption, writeExport } from "../write-export.ts";
import { printOrderSources } from "./order-sources.ts";

type OrdersContext = Pick<CommandContext, "db" | "print" | "clock">;

/** The parsed arguments; `id` is the second one, a file name for `export`. */
interface Asked {
  id: string;
  status: string;
  options: GivenOptions;
  settings: Settings;
}

const words: Readonly<Record<string, (context: OrdersContext, asked: Asked) => Promise<void>>> = {
  list,
  show,
  status: (context, asked) => change(context, asked, asked.status),
  paid,
  cancel: (context, asked) => change(context, asked, "cancelled"),
  fail: (context, asked) => change(context, asked, "failed"),
  export: write,
  sources: printOrderSources,
};

/** `orders`: lists, shows, changes and exports orders, and counts them by where their buyers came from. */
export const ordersCommand: DatabaseCommand<OrdersContext> = {
  name: "orders",
  usage: "orders <what> [id] [status]",
  summary: `list; show ID; status ID ${orderStatuses.join("|")}; paid ID; cancel ID; fail ID; export [FILE]; sources`,
  options: [
    { flags: "--limit <n>", meaning: "list: how many, newest first; default 20" },
    { flags: "--status <status>", meaning: "list: only orders with this status" },
    { flags: "--since <date>", meaning: "list, export, sources: placed since 2026-12-01, or 2026-12-01T09:00Z" },
    forceOption,
    { flags: "--by <what>", meaning: `sources: ${sourceGroupings.join(", ")}; default source` },
    { flags: "--csv <file>", meaning: "sources: writes a CSV file instead; - prints it" },
    {
      flags: "--note <text>",
      meaning: "status, paid, cancel, fail: reason; stored with the order, not sent to the buyer",
    },
  ],
  needs: "migrated database",
  async run(context, [what = "", id = "", status = ""], options) {
    const ask = Object.hasOwn(words, what) ? words[what] : undefined;
    const known = ["list", "show ID", "status ID STATUS", "paid ID", "cancel ID", "fail ID", "export FILE", "sources"];
    if (!ask) throw unknownWord("orders", what, known);
    await ask(context, { id, status, options, settings: await getSettings(context.db) });
  },
};

async function list({ db, print }: OrdersContext, { options, settings }: Asked): Promise<void> {
  const { limit = "20", status } = options;
  const wanted = status === undefined ? undefined : statusOf(status);
  const filter = { limit: numberOf(limit, "a limit"), status: wanted, since: sinceOf(options) };
  const orders = await listOrders(db, filter, settings);
  const isFiltered = filter.status !== undefined || filter.since !== undefined;
  if (orders.length === 0) print(isFiltered ? "There are no such orders." : "There are no orders yet.");
  for (const order of orders) print(rowOf(order));
}

async function show({ db, print }: OrdersContext, { id, settings }: Asked): Promise<void> {
  const order = await getOrder(db, numberOf(id, "an order's number"), settings);
  for (const line of detailOf(order, settings.store_country)) print(line);
  if (order.consent.privacy) await printConsent(db, print, order.consent.privacy);
  for (const { kind, detail, at } of await listOrderEvents(db, order.id))
    print(`${formatMinute(at)}  ${kind}: ${detail}`);
}

/** Prints what the buyer allowed, when, and below which text. */
async function printConsent(
  db: OrdersContext["db"],
  print: OrdersContext["print"],
  { statistics, marketing, by, at, text }: RecordedConsent,
): Promise<void> {
  const choices = Object.entries({ statistics, marketing }).map(
    ([name, is]) => `${name} ${is ? "allowed" : "refused"}`,
  );
  const said = by === "country" ? "not asked in this country" : `by ${by}`;
  print(`Consent: ${[...choices, said, at && formatMinute(new Date(at))].filter(Boolean).join(", ")}`);
  const read = text === null ? undefined : await findConsentText(db, text);
  for (const line of read?.body.split("\n") ?? []) print(`  ${line}`);
}

async function change(
  { db, print, clock }: OrdersContext,
  { id, options, settings }: Asked,
  to: string,
): Promise<void> {
  const status = statusOf(to);
  const { note = "" } = options;
  const changed = { id: numberOf(id, "an order's number"), to: status, note: String(note).slice(0, maxNoteLength) };
  const from = await changeOrderStatus(db, changed, settings, clock.now());
  const moved = holdsGoods(from) === holdsGoods(status) ? "" : holdsGoods(status) ? takenAgainNote : returnedNote;
  print(`Order ${id} is ${status}; it was ${from}.${moved}`);
}

async function paid({ db, print, clock }: OrdersContext, { id, options, settings }: Asked): Promise<void> {
  const { note = "" } = options;
  const confirmed = { id: numberOf(id, "an order's number"), note: String(note).slice(0, maxNoteLength) };
  print(`Order ${id} is paid and ${await confirmPayment(db, confirmed, settings, clock.now())}.`);
}

const returnedNote = " Its coupons and stock were returned.";
const takenAgainNote = " Its coupons and stock were taken again.";

/** Longest note (characters). */
const maxNoteLength = 2000;

async function write({ db, print }: OrdersContext, { id: file, options, settings }: Asked): Promise<void> {
  const since = sinceOf(options) ?? null;
  await writeExport(print, file, options, async (target) => {
    const { orders, rows } = await exportOrders(db, since, settings, target);
    return `${formatCount(orders, "order")} in ${formatCount(rows, "row")}`;
  });
}

/** @throws StartError if the text is not a number from 1. */
function numberOf(text: string | true, what: string): number {
  if (text === true || !/^[1-9]\d{0,14}$/.test(text)) throw new StartError(`"${text}" is not ${what}: use digits.`);
  return Number(text);
}

/** @throws StartError if the text is not a status. */
function statusOf(text: string | true): OrderStatus {
  if (text !== true && isOrderStatus(text)) return text;
  throw new StartError(`"${text}" is not a status: use ${orderStatuses.join(", ")}.`);
}

function rowOf(order: Order): string {
  const { id, createdAt, status, billing, shipping, shippingAddress, total, currency, attribution } = order;
  const name = `${billing.firstName} ${billing.lastName}`.trim();
  const { city } = shipping && !shipping.isPickup ? shippingAddress : billing;
  const shownStatus = order.heldFor === null ? status : `${status} (no stock)`;
  const parts = [id, formatMinute(createdAt), shownStatus.padEnd(10), formatMoney(total, currency), name, city];
  const origin = knownOrigin(attribution);
  return [...parts, ...(origin ? [truncate(origin)] : [])].join("  ");
}

const holdTexts: Readonly<Record<HoldReason, string>> = {
  size: "No stock was taken: larger than a guest may order without asking",
  share: "No stock was taken: it is most of a product's stock",
  network: "No stock was taken: its network took a lot of stock within an hour",
  crowd: "No stock was taken: very many orders came from its network",
};

function detailOf(order: Order, storeCountry: string): string[] {
  const money = (amount: number) => formatMoney(amount, order.currency);
  const lines = order.lines.map((line) => {
    const choices = line.choices.map(({ value }) => `, ${value}`).join("");
    return `  ${line.quantity} x ${line.name}${choices}  ${money(line.total)}`;
  });
  const parts = sumParts(order).flatMap((part) => partLine(part, money(part.amount)));
  const within = taxesWithin(order).map(({ label, amount }) => `${money(amount)} of ${label || "tax"}`);
  const total = `${money(order.total)}${within.length === 0 ? "" : ` with ${within.join(", ")} in it`}`;
  return [
    `Order ${order.id}, ${order.status}, ${formatMinute(order.createdAt)} (key ${order.key})`,
    ...(order.heldFor === null
      ? []
      : [`${holdTexts[order.heldFor]}; \`orders status ${order.id} processing\` confirms it`]),
    ...lines,
    ...parts,
    `Total: ${total}, ${order.paymentMethod.title}`,
    ...addressOf("Billing", order.billing, storeCountry),
    ...addressOf("Delivery", order.shippingAddress, storeCountry),
    ...(order.customerNote ? [`Note: ${order.customerNote}`] : []),
    ...(order.attribution ? originLines(order.attribution) : []),
  ];
}

/** Formats where the buyer came from. Long texts are cut; the export has them whole. */
function originLines(attribution: Attribution): string[] {
  const { utmMedium, utmCampaign, referrer, sessionEntry, sessionPages, sessionCount, deviceType, touches } =
    attribution;
  const facts = {
    medium: utmMedium,
    campaign: utmCampaign,
    device: deviceType,
    pages: sessionPages,
    visits: sessionCount,
    referrer,
    landing: sessionEntry,
  };
  const known = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${truncate(String(value))}`],
  );
  const lines = (touches ?? []).map(({ at, type, source, campaign }) =>
    [`  ${formatMinute(new Date(at))}`, type, truncate(source), truncate(campaign)].filter(Boolean).join("  "),
  );
  return [`Origin: ${[truncate(originLabel(attribution)), ...known].join(", ")}`, ...lines];
}

/** Formats a total other than the subtotal; nothing if it is zero. */
function partLine(part: SumPart, amount: string): string[] {
  switch (part.kind) {
    case "subtotal":
      return [];
    case "offer":
      return [`Offer on ${part.name}: -${amount}`];
    case "coupon":
      return [`Coupon ${part.code}: ${part.freesDelivery ? "free delivery" : `-${amount}`}`];
    case "shipping":
      return [`${part.title}${part.days ? ` (${formatBusinessDays(part.days)})` : ""}: ${amount}`];
    case "fee":
      return [`${part.label}: ${amount}`];
    case "tax":
      return [`${part.label || "Tax"}: ${amount}`];
  }
}

/** @param storeCountry its name is left out of the address */
function addressOf(title: string, address: Address, storeCountry: string): string[] {
  const { firstName, lastName, company, address1, address2, city, state, postcode, country, phone, email } = address;
  const countryText = country === storeCountry ? country : countryName(country, "en");
  const parts = [`${firstName} ${lastName}`.trim(), company, address1, address2, city, state, postcode, countryText];
  return [`${title}: ${[...parts, formatPhone(phone), email].filter(Boolean).join(", ")}`];
}
