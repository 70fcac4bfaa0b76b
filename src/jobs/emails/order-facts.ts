import type { Translate } from "#messages/catalogue.ts";
import { type Amount, formatMoney } from "#platform/money.ts";
import { formatPhone } from "#shop/accounts/profile/format-phone.ts";
import { type SumPart, sumParts, taxesWithin } from "#shop/cart/totals/sum-parts.rules.ts";
import { countryName } from "#shop/delivery/country-name.rules.ts";
import { stateName } from "#shop/delivery/states.rules.ts";
import type { Address, Order } from "#shop/orders/order.ts";
import { deadlineZone } from "#shop/payments/prepayment.ts";
import { formatDay } from "#ui/day.tsx";
import { formatDeliveryTime } from "#ui/delivery-time.ts";
import type { Locale } from "#ui/locale.tsx";

/** A label and its value. */
export interface Row {
  label: string;
  value: string;
}

/** An order's texts, from which the HTML and text parts of its mails are rendered. */
export interface OrderFacts {
  heads: readonly Row[];
  /** Instructions for payment in advance, while it is outstanding: text, accounts and the number to quote. */
  paymentRequest: {
    title: string;
    text: string;
    accounts: readonly (readonly Row[])[];
    reference: string;
    /** The deadline in a sentence; "" for none. */
    deadline: string;
  } | null;
  lines: readonly { name: string; choices: string; quantity: string; amount: string }[];
  /** The rows above the total. */
  sums: readonly Row[];
  /** The total with a note on included taxes; "" for none. */
  total: Row & { note: string };
  addresses: readonly { title: string; lines: readonly string[] }[];
  note: string;
}

export function orderFacts(order: Order, locale: Locale): OrderFacts {
  const { t, lang, timeZone } = locale;
  return {
    heads: [
      { label: t("mail.order"), value: String(order.id) },
      { label: t("mail.date"), value: formatDay(order.createdAt, lang, timeZone) },
      { label: t("mail.payment"), value: order.paymentMethod.title },
    ],
    paymentRequest: paymentRequestOf(order, locale),
    lines: order.lines.map((line) => ({
      name: line.name,
      choices: line.choices.map(({ label, value }) => `${label}: ${value}`).join(", "),
      quantity: String(line.quantity),
      amount: formatMoney(line.total, order.currency),
    })),
    sums: sumParts(order).map((part) => rowOf(part, (amount) => formatMoney(amount, order.currency), locale)),
    total: totalOf(order, t),
    addresses: addressesOf(order, t, lang),
    note: order.customerNote,
  };
}

function paymentRequestOf({ paymentRequest: request, id }: Order, { t, lang }: Locale): OrderFacts["paymentRequest"] {
  if (!request) return null;
  return {
    title: t(request.title),
    text: request.text,
    accounts: request.accounts.map((rows) => rows.map(({ label, value }) => ({ label: t(label), value }))),
    reference: `${t(request.reference)} ${id}`,
    deadline: request.payBy ? t(request.deadline, { day: formatDay(request.payBy, lang, deadlineZone) }) : "",
  };
}

function totalOf(order: Order, t: Translate): OrderFacts["total"] {
  const money = (amount: Amount) => formatMoney(amount, order.currency);
  const within = taxesWithin(order).map(({ label, amount }) =>
    label === ""
      ? t("mail.taxWithin", { amount: money(amount) })
      : t("mail.taxNamed", { amount: money(amount), label }),
  );
  const note = within.length === 0 ? "" : t("mail.includes", { taxes: within.join(", ") });
  return { label: t("mail.total"), value: money(order.total), note };
}

function rowOf(part: SumPart, money: (amount: Amount) => string, locale: Locale): Row {
  const { t } = locale;
  const value = money(part.amount);
  switch (part.kind) {
    case "subtotal":
      return { label: t("mail.subtotal"), value };
    case "offer": {
      const label = t("mail.offer", { name: part.name, pieces: part.pieces, price: money(part.price) });
      return { label, value: `−${value}` };
    }
    case "coupon":
      return { label: t("mail.coupon", { code: part.code }), value: part.freesDelivery ? t("mail.free") : `−${value}` };
    case "shipping":
      return { label: shippingLabel(part, locale), value: part.amount === 0 ? t("mail.free") : value };
    case "fee":
      return { label: part.label, value };
    case "tax":
      return { label: part.label || t("mail.tax"), value };
  }
}

/** Returns the shipping method with its delivery time. */
function shippingLabel(
  { title, isPickup, days, arrival }: Extract<SumPart, { kind: "shipping" }>,
  { lang, t }: Pick<Locale, "lang" | "t">,
): string {
  return t(isPickup ? "mail.pickup" : "mail.shipping", {
    how: [title, days && formatDeliveryTime({ days, arrival }, { lang, t })].filter(Boolean).join(", "),
  });
}

/** Returns the delivery address and, if different or if nothing is delivered, the billing address. */
function addressesOf(
  { shipping, shippingAddress, billing }: Order,
  t: Translate,
  lang: string,
): OrderFacts["addresses"] {
  const ordered = { title: t("mail.billTo"), lines: addressLines(billing, t, lang) };
  if (!shipping || shipping.isPickup) return [ordered];
  const delivered = { title: t("mail.deliverTo"), lines: addressLines(shippingAddress, t, lang) };
  return delivered.lines.join("\n") === ordered.lines.join("\n") ? [delivered] : [delivered, ordered];
}

function addressLines(address: Address, t: Translate, lang: string): string[] {
  const { firstName, lastName, company, address1, address2, postcode, city, state, country, phone, email } = address;
  return [
    `${firstName} ${lastName}`.trim(),
    company,
    address1,
    address2,
    `${postcode} ${city}`.trim(),
    [stateName(country, state), countryName(country, lang)].filter(Boolean).join(", "),
    phone && t("mail.phone", { phone: formatPhone(phone) }),
    email && t("mail.email", { email }),
  ].filter((line) => line !== "");
}
