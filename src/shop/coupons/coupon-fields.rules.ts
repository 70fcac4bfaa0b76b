import { type Amount, type Currency, parseDecimal } from "#platform/money.ts";
import { isEmail } from "../accounts/profile/account-fields.rules.ts";
import type { Coupon, CouponKind } from "./coupon.ts";

/** What is typed of a new coupon, by field; a field that is missing or "" is left at its default. Lists have commas. */
export interface CouponFields {
  code: string;
  kind: string;
  /** "12.5" for a percentage, or an amount of the store's currency. */
  amount?: string | undefined;
  minimumSpend?: string | undefined;
  maximumSpend?: string | undefined;
  /** ISO dates or times; a date alone is its first moment in UTC. */
  startsAt?: string | undefined;
  endsAt?: string | undefined;
  usageLimit?: string | undefined;
  usageLimitPerShopper?: string | undefined;
  allowedEmails?: string | undefined;
  isIndividual: boolean;
  excludesReduced: boolean;
}

/** What the fields say of a coupon; products and categories are looked up by others. */
export type ReadCoupon = Omit<
  Coupon,
  "id" | "used" | "disabledAt" | "productIds" | "excludedProductIds" | "categoryIds" | "excludedCategoryIds"
>;

const kinds: readonly string[] = ["percent", "fixed_cart", "fixed_product", "free_delivery"];

/** The greatest amount that a field takes, in minor units. */
const mostAmount = 1_000_000_000_000;
const mostUses = 1_000_000_000;

/** Reads the fields of a new coupon. @returns the first field that is wrong, by its name, when one is */
export function readCoupon(fields: CouponFields, currency: Currency): ReadCoupon | { wrong: keyof CouponFields } {
  const code = fields.code.trim();
  const read = {
    kind: kinds.includes(fields.kind) ? (fields.kind as CouponKind) : undefined,
    amount: amountOf(fields, currency),
    minimumSpend: spendOf(fields.minimumSpend, currency),
    maximumSpend: spendOf(fields.maximumSpend, currency),
    startsAt: momentOf(fields.startsAt),
    endsAt: momentOf(fields.endsAt),
    usageLimit: usesOf(fields.usageLimit),
    usageLimitPerShopper: usesOf(fields.usageLimitPerShopper),
    allowedEmails: emailsOf(fields.allowedEmails),
  };
  const wrong = (Object.keys(read) as (keyof typeof read)[]).find((name) => read[name] === undefined);
  if (wrong) return { wrong };
  const whole = { ...(read as { [Name in keyof typeof read]: Exclude<(typeof read)[Name], undefined> }), code };
  if (/\p{Cc}|\p{Cs}/u.test(code)) return { wrong: "code" };
  if ((whole.minimumSpend ?? 0) > (whole.maximumSpend ?? mostAmount)) return { wrong: "maximumSpend" };
  if (whole.startsAt && whole.endsAt && whole.startsAt >= whole.endsAt) return { wrong: "endsAt" };
  return { ...whole, isIndividual: fields.isIndividual, excludesReduced: fields.excludesReduced };
}

/** A percentage in hundredths, from 0.01 to 100; or minor units, more than none; 0 where there is nothing to say. */
function amountOf({ kind, amount = "" }: CouponFields, currency: Currency): number | undefined {
  if (kind === "free_delivery") return amount === "" ? 0 : undefined;
  const most = kind === "percent" ? 10_000 : mostAmount;
  const value = parseDecimal(amount, kind === "percent" ? { ...currency, minorUnit: 2 } : currency);
  return value !== undefined && value > 0 && value <= most ? value : undefined;
}

function spendOf(text = "", currency: Currency): Amount | null | undefined {
  if (text === "") return null;
  const value = parseDecimal(text, currency);
  return value !== undefined && value <= mostAmount ? value : undefined;
}

/** A moment in ISO form, a day alone as its first in UTC; null for none, undefined for what is no moment. */
export function momentOf(text = ""): Date | null | undefined {
  if (text === "") return null;
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const [moment, first] = [new Date(text), new Date(day ?? "")];
  if (Number.isNaN(moment.getTime()) || Number.isNaN(first.getTime())) return undefined;
  // 31 February is read as a day of March.
  return first.toISOString().startsWith(day ?? "") ? moment : undefined;
}

function usesOf(text = ""): number | null | undefined {
  if (text === "") return null;
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= mostUses ? Number(text) : undefined;
}

/** Addresses in small letters, "*@domain" for all of a domain. */
function emailsOf(text = ""): string[] | undefined {
  const emails = listOf(text).map((email) => email.toLowerCase());
  return emails.every((email) => isEmail(email.replace(/^\*@/, "anybody@"))) ? emails : undefined;
}

/** What stands between commas. */
export function listOf(text = ""): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
