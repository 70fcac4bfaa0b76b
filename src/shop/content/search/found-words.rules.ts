import type { SearchTerms } from "../../catalogue/search/search-terms.ts";

/** A part of a text; `isFound` for a word that was searched for. */
export interface TextPart {
  text: string;
  isFound: boolean;
}

/** Characters before the first found word, and of a whole extract. */
const charactersBefore = 80;
const maxCharacters = 220;

const words = /[\p{L}\p{N}\p{M}]+/gu;

/** Splits a plain text at the words of a search, in whatever form, case and accents. */
export function markFoundWords(text: string, terms: SearchTerms): TextPart[] {
  const wanted = [...terms.words, ...terms.phrases.flatMap(({ meanings }) => meanings.flat())]
    .filter(({ isStopWord }) => !isStopWord)
    .flatMap(({ word, stem }) => [word, stem ?? word]);
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(words)) {
    const folded = fold(match[0]);
    if (!wanted.some((word) => isForm(folded, word))) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isFound: false });
    parts.push({ text: match[0], isFound: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}

/** Returns the part of a plain text around the first word of a search; null if it has none. */
export function extractAround(text: string, terms: SearchTerms): TextPart[] | null {
  const first = markFoundWords(text, terms);
  if (!first.some(({ isFound }) => isFound)) return null;
  const at = first[0]?.isFound ? 0 : (first[0]?.text.length ?? 0);
  const from = at <= charactersBefore ? 0 : text.indexOf(" ", at - charactersBefore) + 1;
  const to = from + maxCharacters >= text.length ? text.length : text.lastIndexOf(" ", from + maxCharacters);
  const extract = `${from > 0 ? "… " : ""}${text.slice(from, to > from ? to : from + maxCharacters)}${to < text.length ? " …" : ""}`;
  return markFoundWords(extract, terms);
}

function fold(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether a word of a text is a searched one, or begins with it; short words must be equal. */
function isForm(word: string, wanted: string): boolean {
  return wanted.length < 3 ? word === wanted : word.startsWith(wanted);
}
