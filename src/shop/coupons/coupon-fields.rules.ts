import { type Amount, type Currency, parseDecimal } from "#platform/money.ts";
import { isEmail } from "../accounts/profile/account-fields.rules.ts";
import type { Coupon, CouponKind } from "./coupon.ts";

/** The fields of a new coupon as typed; a missing or empty field keeps its default. Lists are comma-separated. */
export interface CouponFields {
  code: string;
  kind: string;
  /** "12.5" for a percentage, or an amount in the store's currency. */
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

/** A coupon as read from the fields; products and categories are looked up elsewhere. */
export type ReadCoupon = Omit<
  Coupon,
  "id" | "used" | "disabledAt" | "productIds" | "excludedProductIds" | "categoryIds" | "excludedCategoryIds"
>;

const kinds: readonly string[] = ["percent", "fixed_cart", "fixed_product", "free_delivery"];

/** The highest amount of a field, in minor units. */
const maxAmount = 1_000_000_000_000;
const maxUses = 1_000_000_000;

/** Reads the fields of a new coupon. @returns the coupon, or the name of the first invalid field */
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
  if ((whole.minimumSpend ?? 0) > (whole.maximumSpend ?? maxAmount)) return { wrong: "maximumSpend" };
  if (whole.startsAt && whole.endsAt && whole.startsAt >= whole.endsAt) return { wrong: "endsAt" };
  return { ...whole, isIndividual: fields.isIndividual, excludesReduced: fields.excludesReduced };
}

/**
 * Returns hundredths of a percent from 0.01 to 100 %, or minor units above zero; 0 for kinds without an amount;
 * undefined if invalid.
 */
function amountOf({ kind, amount = "" }: CouponFields, currency: Currency): number | undefined {
  if (kind === "free_delivery") return amount === "" ? 0 : undefined;
  const max = kind === "percent" ? 10_000 : maxAmount;
  const value = parseDecimal(amount, kind === "percent" ? { ...currency, minorUnit: 2 } : currency);
  return value !== undefined && value > 0 && value <= max ? value : undefined;
}

function spendOf(text = "", currency: Currency): Amount | null | undefined {
  if (text === "") return null;
  const value = parseDecimal(text, currency);
  return value !== undefined && value <= maxAmount ? value : undefined;
}

/** Parses an ISO time, or a date as its first moment in UTC. @returns null for "", undefined if invalid */
export function momentOf(text = ""): Date | null | undefined {
  if (text === "") return null;
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const [moment, first] = [new Date(text), new Date(day ?? "")];
  if (Number.isNaN(moment.getTime()) || Number.isNaN(first.getTime())) return undefined;
  // February 31 is parsed as a day of March.
  return first.toISOString().startsWith(day ?? "") ? moment : undefined;
}

function usesOf(text = ""): number | null | undefined {
  if (text === "") return null;
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxUses ? Number(text) : undefined;
}

/** Returns lower-case addresses, "*@domain" for all of a domain. */
function emailsOf(text = ""): string[] | undefined {
  const emails = listOf(text).map((email) => email.toLowerCase());
  return emails.every((email) => isEmail(email.replace(/^\*@/, "anybody@"))) ? emails : undefined;
}

/** Splits a comma-separated list. */
export function listOf(text = ""): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
