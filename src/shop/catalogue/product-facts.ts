import { plainText } from "./plain-text.ts";
import type { Fact } from "./product.ts";

const openingTable = /^\s*<table(?: class="([^"]*)")?[^>]*>([\s\S]*?)<\/table>\s*/;
const row = /<tr[^>]*>\s*<(th|td)[^>]*>([\s\S]*?)<\/\1>\s*<td[^>]*>([\s\S]*?)<\/td>\s*<\/tr>/g;

/** Longer tables are the description itself, not its facts. */
const mostFacts = 24;

/** A description without the table whose rows are the product's facts: where these are shown, it would repeat them. */
export function withoutFacts(description: string, facts: readonly Fact[]): string {
  return facts.length > 0 ? description.replace(openingTable, "") : description;
}

/**
 * The rows of the table that opens a description (Brand, Item Form, Quantity ...). `description` is sanitised HTML.
 * @returns none when it opens with something else, or with a table whose rows are not pairs.
 */
export function productFacts(description: string): Fact[] {
  const [, classes = "", content = ""] = openingTable.exec(description) ?? [];
  if (classes.includes("label-table--")) return [];
  const pairs = [...content.matchAll(row)];
  const rowCount = content.match(/<tr[\s>]/g)?.length ?? 0;
  if (pairs.length !== rowCount || rowCount > mostFacts) return [];
  return pairs
    .map(([, , label = "", value = ""]) => ({ label: plainText(label), value: plainText(value) }))
    .filter(({ label, value }) => label !== "" && value !== "");
}
