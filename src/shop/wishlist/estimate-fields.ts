import { emailFault } from "../accounts/profile/account-fields.rules.ts";
import { freeSlug, slugOf } from "../catalogue/slug.ts";
import { Refusal } from "../refusal.ts";
import type { Settings } from "../settings/setting-definitions.ts";

/** A field that the shop adds to the estimate form. */
export type EstimateField = Settings["wishlist_estimate_fields"][number] & {
  /** Of the posted value, made from the label: "company-name". */
  name: string;
};

/** An answer to one of these fields. */
export interface EstimateAnswer {
  label: string;
  value: string;
}

/** Names that requests use for something else. */
const reservedNames = ["action", "nonce", "context", "add-to-cart"];

const maxLineLength = 300;
const maxTextLength = 2000;

/** Names the fields of the setting `wishlist_estimate_fields`; choices without options are left out. */
export function estimateFields(configured: Settings["wishlist_estimate_fields"]): EstimateField[] {
  const taken = new Set(reservedNames);
  return configured.filter(isUsable).map((field) => {
    const name = freeSlug(slugOf(field.label, "field"), (slug) => taken.has(slug));
    taken.add(name);
    return { ...field, name };
  });
}

function isUsable({ type, options = [] }: Omit<EstimateField, "name">): boolean {
  return (type !== "select" && type !== "radio") || options.length > 0;
}

/**
 * Reads the answers to the shop's fields; empty ones are left out. @param read returns what was posted under a name, "" without
 * @throws Refusal estimate_field_missing (details: label) if a required answer is missing or not valid
 */
export function estimateAnswers(fields: readonly EstimateField[], read: (name: string) => string): EstimateAnswer[] {
  return fields.flatMap((field) => {
    const { label, name, required = false } = field;
    const value = valueOf(field, read(name).trim());
    if (value === "" && required) throw new Refusal("estimate_field_missing", { label });
    return value === "" ? [] : [{ label, value }];
  });
}

/** Returns the answer that was posted; "" if it is not valid. */
function valueOf({ type, options = [] }: EstimateField, posted: string): string {
  switch (type) {
    case "checkbox":
      return posted === "" ? "" : "Yes";
    case "select":
    case "radio":
      return options.includes(posted) ? posted : "";
    case "number":
      return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(posted) ? posted : "";
    case "date":
      return isDate(posted) ? posted : "";
    case "email":
      return emailFault(posted) === undefined ? posted : "";
    case "textarea":
      return cut(posted, maxTextLength);
    default:
      return cut(posted.replace(/\s+/g, " "), maxLineLength);
  }
}

/** Whether the text is a date that exists: "2026-11-25". */
function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function cut(text: string, maxLength: number): string {
  return Array.from(text).slice(0, maxLength).join("");
}
