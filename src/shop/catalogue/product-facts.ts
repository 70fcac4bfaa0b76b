import { plainText } from "./plain-text.ts";
import type { Fact } from "./product.ts";

const openingTable = /^\s*<table(?: class="([^"]*)")?[^>]*>([\s\S]*?)<\/table>\s*/;
const row = /<tr[^>]*>\s*<(th|td)[^>]*>([\s\S]*?)<\/\1>\s*<td[^>]*>([\s\S]*?)<\/td>\s*<\/tr>/g;

/** Longer tables are the description itself, not facts. */
const maxFacts = 24;

/** Removes from a description the table that is shown as facts. */
export function withoutFacts(description: string, facts: readonly Fact[]): string {
  return facts.length > 0 ? description.replace(openingTable, "") : description;
}

/**
 * Returns the rows of the table that opens a description (Brand, Item Form, Quantity ...). `description` is sanitised
 * HTML.
 * @returns none if it does not open with a table of pairs
 */
export function productFacts(description: string): Fact[] {
  const [, classes = "", content = ""] = openingTable.exec(description) ?? [];
  if (classes.includes("label-table--")) return [];
  const pairs = [...content.matchAll(row)];
  const rowCount = content.match(/<tr[\s>]/g)?.length ?? 0;
  if (pairs.length !== rowCount || rowCount > maxFacts) return [];
  return pairs
    .map(([, , label = "", value = ""]) => ({ label: plainText(label), value: plainText(value) }))
    .filter(({ label, value }) => label !== "" && value !== "");
}
