import type { Refusal } from "#shop/refusal.ts";

type Sentences = Partial<Record<Refusal["code"], (details: Refusal["details"]) => string>>;

const sentences: Sentences = {
  order_unknown: ({ id }) => `There is no order ${id}: "npm run shop -- orders list" lists the newest ones.`,
  order_status_invalid: ({ id, from, to, after }) =>
    `Order ${id} is ${from} and cannot become ${to}: ${after === "" ? "this status is final" : `it can become ${after}`}.`,
  stock_insufficient: ({ name, remaining }) => `Only ${remaining} of "${name}" are left in stock.`,
  coupon_used_by_shopper: ({ code }) => `The buyer has already used coupon ${code} as often as allowed.`,
  coupon_used_up: ({ code }) => `Coupon ${code} has reached its usage limit.`,
  coupon_unknown: ({ code }) => `There is no coupon ${code} to change: "npm run shop -- coupons list" lists them all.`,
  coupon_invalid: ({ code }) => `"${code}" is not a valid coupon code: use 1 to 60 visible characters.`,
  product_unknown: ({ name }) => `There is no product "${name}": use its SKU, slug or id.`,
  licence_list_unknown: () => 'This product has no licence keys: "downloads list" shows those that do.',
  category_unknown: ({ name }) => `There is no category "${name}": use its slug or id.`,
  coupon_exists: ({ code }) => `A coupon that looks like ${code} exists or existed: choose another code.`,
  delivery_zone_unknown: ({ name }) =>
    `There is no delivery zone "${name}": "npm run shop -- delivery zones" lists them all.`,
  delivery_zone_exists: ({ name }) => `The delivery zone "${name}" already exists.`,
  delivery_method_unknown: ({ id }) =>
    `There is no delivery method ${id}: "npm run shop -- delivery list" lists them all.`,
  email_invalid: ({ email }) => `"${email}" is not an email address.`,
  password_invalid: ({ fault }) =>
    `This password is not allowed (${String(fault).replaceAll("_", " ")}): use 8 to 200 characters that nobody can guess.`,
  account_invalid: ({ firstName }) => `This name is not allowed (${String(firstName).replaceAll("_", " ")}).`,
  user_exists: ({ email }) => `${email} already has an account: "npm run shop -- users role" changes its role.`,
  user_unknown: ({ email }) => `There is no account for ${email}: "npm run shop -- users list" lists them all.`,
  application_password_unknown: () => "There is no such application password.",
  application_passwords_too_many: () => "This account has too many application passwords: revoke one first.",
  user_last_administrator: () => "This is the last administrator: create another one first.",
  tax_rate_unknown: ({ id }) => `There is no tax rate ${id}: "npm run shop -- taxes list" lists them all.`,
  tax_rate_exists: ({ label }) => `There is already a rate ${label} for this class and place: remove it first.`,
  article_unknown: ({ slug }) =>
    `There is no article "${slug}": "npm run shop -- articles list" lists the newest ones.`,
  revision_unknown: ({ slug, revision }) =>
    `"${slug}" has no revision ${revision}: "npm run shop -- articles revisions ${slug}" lists those it has.`,
  form_unknown: ({ name }) => `There is no form "${name}": "npm run shop -- forms list" lists them all.`,
  form_hash_taken: ({ hash }) => `Another form has the hash ${hash}: choose 7 other characters of 0-9 and a-f.`,
  held_form_unknown: ({ id }) => `There is no held form ${id}: "npm run shop -- spam list" lists them.`,
  form_has_waiting_mails: ({ title }) => `Mails of "${title}" are still to be written: try again in a minute.`,
  message_unknown: ({ id }) => `There is no message ${id}: "npm run shop -- messages list" lists the newest ones.`,
  review_unknown: ({ id }) => `There is no review ${id}: "npm run shop -- reviews list" lists the newest ones.`,
  synonym_unknown: ({ phrase }) => `There is no synonym "${phrase}": "npm run shop -- synonyms list" lists them all.`,
  synonym_invalid: ({ reason }) => `This synonym is not allowed: ${reason}.`,
  attribute_value_unknown: ({ attribute, value }) =>
    `There is no value "${value}" of ${attribute}: "npm run shop -- attributes list" lists them all.`,
  setting_unknown: ({ name }) => `There is no setting "${name}": "npm run shop -- settings list" lists them all.`,
  setting_invalid: ({ name, reasons }) => `Invalid value for ${name}: ${reasons}.`,
};

/** Returns the message that the command line prints for a Refusal. */
export function refusalMessage({ code, details }: Refusal): string {
  const facts = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  return sentences[code]?.(details) ?? `Refused, ${[code.replaceAll("_", " "), ...facts].join(", ")}.`;
}
