import { type Currency, formatMoney, toDecimal } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import type { Coupon } from "#shop/coupons/coupon.ts";
import { listOf, readCoupon } from "#shop/coupons/coupon-fields.rules.ts";
import { addCoupon, disableCoupon, enableCoupon, listCoupons } from "#shop/coupons/coupons.ts";
import { idsOfCategories, idsOfProducts, namesOfCategories, namesOfProducts } from "#shop/coupons/named-targets.ts";
import { currencyOf, getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { formatMinute } from "../format.ts";

type CouponsContext = Pick<CommandContext, "db" | "print" | "clock">;

/** Option for each coupon field. */
const optionOf = {
  minimumSpend: "min",
  maximumSpend: "max",
  startsAt: "from",
  endsAt: "until",
  usageLimit: "limit",
  usageLimitPerShopper: "perShopper",
  allowedEmails: "emails",
} as const;

/** `coupons add CODE KIND [AMOUNT]`, `coupons list`, `coupons disable CODE` and `coupons enable CODE`. */
export const couponsCommand: DatabaseCommand<CouponsContext> = {
  name: "coupons",
  usage: "coupons <what> [code] [kind] [amount]",
  summary: "add CODE percent|fixed_cart|fixed_product|free_delivery [AMOUNT], list, disable CODE, or enable CODE",
  options: [
    { flags: "--min <amount>", meaning: "smallest subtotal" },
    { flags: "--max <amount>", meaning: "largest subtotal" },
    { flags: "--from <date>", meaning: "valid from 2026-12-01, or 2026-12-01T09:00Z" },
    { flags: "--until <date>", meaning: "valid until this moment" },
    { flags: "--limit <n>", meaning: "total number of orders that may use it" },
    { flags: "--per-shopper <n>", meaning: "number of orders per account, email address or phone number" },
    { flags: "--emails <list>", meaning: "only for these email addresses; *@example.com for a domain" },
    { flags: "--products <list>", meaning: "only for these products: SKUs, slugs or ids, separated by commas" },
    { flags: "--not-products <list>", meaning: "not for these products" },
    { flags: "--categories <list>", meaning: "only for products in these categories, by slug or id" },
    { flags: "--not-categories <list>", meaning: "not for products in these categories" },
    { flags: "--alone", meaning: "cannot be combined with other coupons" },
    { flags: "--full-price", meaning: "not for items that a sale or bulk offer already discounts" },
  ],
  needs: "migrated database",
  async run(context, [what = "", code = "", kind = "", amount], options) {
    const { db, print, clock } = context;
    const currency = currencyOf(await getSettings(db));
    switch (what) {
      case "add":
        return add(context, { code, kind, amount }, options, currency);
      case "disable":
        await disableCoupon(db, code, clock.now());
        return print(`${code} is disabled.`);
      case "enable":
        await enableCoupon(db, code);
        return print(`${code} is enabled.`);
      case "list":
        return list(context, currency);
      default:
        throw unknownWord("coupons", what, ["add CODE KIND AMOUNT", "list", "disable CODE", "enable CODE"]);
    }
  },
};

async function add(
  { db, print, clock }: CouponsContext,
  typed: { code: string; kind: string; amount: string | undefined },
  options: GivenOptions,
  currency: Currency,
): Promise<void> {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const given = Object.fromEntries(Object.entries(optionOf).map(([field, option]) => [field, text(option)]));
  const flags = { isIndividual: options.alone === true, excludesReduced: options.fullPrice === true };
  const fields = { ...typed, ...given, ...flags };
  const read = readCoupon(fields, currency);
  if ("wrong" in read)
    throw new StartError(wrongField(read.wrong, String(fields[read.wrong as keyof typeof fields] ?? "")));
  const coupon = {
    ...read,
    productIds: await idsOfProducts(db, listOf(text("products"))),
    excludedProductIds: await idsOfProducts(db, listOf(text("notProducts"))),
    categoryIds: await idsOfCategories(db, listOf(text("categories"))),
    excludedCategoryIds: await idsOfCategories(db, listOf(text("notCategories"))),
  };
  await addCoupon(db, coupon, clock.now());
  print(`${read.code} ${forceOf(read, clock.now())}`);
}

/** Describes when a new coupon is valid. */
function forceOf({ startsAt, endsAt }: Pick<Coupon, "startsAt" | "endsAt">, now: Date): string {
  if (endsAt && now >= endsAt) return `has expired: it was valid until ${formatMinute(endsAt)}.`;
  return startsAt && now < startsAt ? `will be valid from ${formatMinute(startsAt)}.` : "is valid.";
}

/** Limits on values beyond their format. */
const bounds: Readonly<Record<string, string>> = {
  amount: " (more than 0, percentages up to 100; none for free_delivery)",
  maximumSpend: " (an amount, not below --min)",
  endsAt: " (a date or time, later than --from)",
};

function wrongField(field: string, value: string): string {
  const option = (optionOf as Readonly<Record<string, string>>)[field];
  const name = option ? `--${option.replace("S", "-s")}` : field;
  const bound = bounds[field] ?? "";
  return `"${value}" is not a valid ${name}${bound}: see "npm run shop -- coupons --help".`;
}

async function list({ db, print }: CouponsContext, currency: Currency): Promise<void> {
  const coupons = await listCoupons(db);
  if (coupons.length === 0) print("There are no coupons yet.");
  const productIds = coupons.flatMap((one) => [...one.productIds, ...one.excludedProductIds]);
  const categoryIds = coupons.flatMap((one) => [...one.categoryIds, ...one.excludedCategoryIds]);
  const names = {
    products: await namesOfProducts(db, productIds),
    categories: await namesOfCategories(db, categoryIds),
  };
  for (const coupon of coupons) print(rowOf(coupon, names, currency));
}

/** Names of products and categories by id. */
interface TargetNames {
  products: ReadonlyMap<number, string>;
  categories: ReadonlyMap<number, string>;
}

function rowOf(coupon: Coupon, names: TargetNames, currency: Currency): string {
  const { code, kind, amount, used, usageLimit, usageLimitPerShopper, startsAt, endsAt, disabledAt } = coupon;
  const { minimumSpend, maximumSpend, isIndividual, excludesReduced } = coupon;
  const money = (value: number) => formatMoney(value, currency);
  const percent = `${toDecimal(amount, { ...currency, minorUnit: 2 }).replace(/\.?0+$/, "")} %`;
  const parts: [isShown: boolean, text: string][] = [
    [kind !== "free_delivery", kind === "percent" ? percent : money(amount)],
    [true, usageLimit === null ? `used ${used}` : `used ${used} of ${usageLimit}`],
    [usageLimitPerShopper !== null, `${usageLimitPerShopper} per shopper`],
    [minimumSpend !== null, `from ${money(minimumSpend ?? 0)}`],
    [maximumSpend !== null, `up to ${money(maximumSpend ?? 0)}`],
    [startsAt !== null, `since ${startsAt && formatMinute(startsAt)}`],
    [endsAt !== null, `until ${endsAt && formatMinute(endsAt)}`],
    ...targetsOf(coupon, names),
    [isIndividual, "not combinable"],
    [excludesReduced, "full prices only"],
    [disabledAt !== null, "disabled"],
  ];
  return [code, kind, ...parts.flatMap(([isShown, text]) => (isShown ? [text] : []))].join("  ");
}

/** Returns the coupon's restrictions as `coupons add` accepts them; deleted products and categories by id. */
function targetsOf(coupon: Coupon, { products, categories }: TargetNames): [isShown: boolean, text: string][] {
  const called = (ids: readonly number[], names: ReadonlyMap<number, string>) =>
    ids.map((id) => names.get(id) ?? `${id} (deleted)`);
  const lists: [string, readonly string[]][] = [
    ["for", coupon.allowedEmails],
    ["products", called(coupon.productIds, products)],
    ["not products", called(coupon.excludedProductIds, products)],
    ["categories", called(coupon.categoryIds, categories)],
    ["not categories", called(coupon.excludedCategoryIds, categories)],
  ];
  return lists.map(([name, values]) => [values.length > 0, `${name} ${values.join(", ")}`]);
}
