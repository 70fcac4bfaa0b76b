import type { Refusal } from "#shop/refusal.ts";

type Sentences = Partial<Record<Refusal["code"], (details: Refusal["details"]) => string>>;

const sentences: Sentences = {
  order_unknown: ({ id }) => `There is no order ${id}: "npm run shop -- orders list" names the newest ones.`,
  order_status_unfit: ({ id, from, to, after }) =>
    `Order ${id} is ${from} and cannot become ${to}: ${after === "" ? "nothing follows that" : `it can become ${after}`}.`,
  stock_insufficient: ({ name, remaining }) => `Of "${name}" only ${remaining} are left in stock.`,
  coupon_used_by_shopper: ({ code }) => `The order's buyer has used coupon ${code} as often as it can be used.`,
  coupon_used_up: ({ code }) => `Coupon ${code} has no use left.`,
  coupon_unknown: ({ code }) => `No coupon ${code} can be changed so: "npm run shop -- coupons list" names them all.`,
  coupon_invalid: ({ code }) => `"${code}" is no coupon code: 1 to 60 characters that can be seen.`,
  product_unknown: ({ name }) => `There is no product "${name}": name it by SKU, slug or id.`,
  category_unknown: ({ name }) => `There is no category "${name}": name it by its slug or id.`,
  coupon_exists: ({ code }) => `There is, or was, a coupon that reads like ${code}: choose another code.`,
  delivery_zone_unknown: ({ name }) =>
    `There is no delivery zone "${name}": "npm run shop -- delivery zones" names them all.`,
  delivery_zone_exists: ({ name }) => `There is a delivery zone "${name}" already.`,
  delivery_method_unknown: ({ id }) =>
    `There is no delivery method ${id}: "npm run shop -- delivery list" names them all.`,
  email_invalid: ({ email }) => `"${email}" is not an e-mail address.`,
  password_unfit: ({ fault }) =>
    `This password does not fit (${String(fault).replaceAll("_", " ")}): use 8 to 200 characters.`,
  account_invalid: ({ firstName }) => `This name does not fit (${String(firstName).replaceAll("_", " ")}).`,
  user_exists: ({ email }) => `${email} has an account already: "npm run shop -- users role" changes what it may do.`,
  user_unknown: ({ email }) => `There is no account of ${email}: "npm run shop -- users list" names them all.`,
  user_last_administrator: () => "This is the last administrator: make another one first.",
  tax_rate_unknown: ({ id }) => `There is no tax rate ${id}: "npm run shop -- taxes list" names them all.`,
  tax_rate_exists: ({ label }) => `There is a rate of ${label} for this class and place: remove it first.`,
  setting_unknown: ({ name }) => `There is no setting "${name}": "npm run shop -- settings list" names them all.`,
  setting_invalid: ({ name, reasons }) => `The setting ${name} does not take this: ${reasons}.`,
};

/** What an operator is told of a Refusal. */
export function refusalSentence({ code, details }: Refusal): string {
  const facts = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  return sentences[code]?.(details) ?? `Refused, ${[code.replaceAll("_", " "), ...facts].join(", ")}.`;
}
