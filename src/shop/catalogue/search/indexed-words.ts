import type { ListingEntry } from "../index/records/listing-entry.ts";

/**
 * Marks of words by where they stand: no word that is typed has them. Words of the name, of the categories and the like have
 * none; those of the name have `name` once more, for ranking.
 */
export const marks = {
  name: "\u0001",
  firstOfName: "\u0002",
  /** Of the short description. */
  short: "\u0003",
  /** Of the description. */
  long: "\u0004",
} as const;

type Searched = Pick<ListingEntry, "words" | "shortWords" | "longWords" | "nameKey">;

/** Returns the words that a product is indexed by, with their marks. "" for what no search shows. */
export function indexedWords({ words, shortWords, longWords, nameKey }: Searched): string {
  if (words === "") return "";
  const names = nameKey.trim().split(" ");
  return [
    words,
    ...marked(marks.short, shortWords),
    ...marked(marks.long, longWords),
    ...new Set(names.map((word) => marks.name + word)),
    marks.firstOfName + (names[0] ?? ""),
  ].join(" ");
}

function marked(mark: string, words: string): string[] {
  return words === "" ? [] : words.split(" ").map((word) => mark + word);
}
