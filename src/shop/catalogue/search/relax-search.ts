import { Bitmap } from "../index/sets/bitmap.ts";
import { neededParts } from "./match-search.ts";
import type { SearchTerms } from "./search-terms.ts";
import type { TermMatches, TermPart } from "./term-matches.ts";

/**
 * Relaxes a search that finds nothing: returns a search for as many of its parts as one product has, of several such choices
 * the one with the rarest part; undefined if they say too little. Takes a few passes over all slots for each part.
 * @param among the slots that can be found; default: all
 */
export function relaxSearch(matches: TermMatches, among?: Bitmap): SearchTerms | undefined {
  const { terms } = matches;
  const slotsOf = (part: TermPart) => {
    const slots = matches.part(part, "all", true);
    return among ? slots.and([among]) : slots;
  };
  const parts = neededParts(terms)
    .map((part) => ({ part, slots: slotsOf(part) }))
    .map((one) => ({ ...one, size: one.slots.size }))
    .filter(({ size }) => size > 0)
    .sort((one, other) => one.size - other.size);
  let left = inMost(parts.map(({ slots }) => slots));
  const kept: TermPart[] = [];
  for (const { part, slots } of parts) {
    const both = left.and([slots]);
    if (both.size === 0) continue;
    left = both;
    kept.push(part);
  }
  return kept.some((part) => saysSomething(part, terms)) ? termsOf(kept, terms) : undefined;
}

/** The members that are in the most of some sets: counts in binary digits, a bitmap for each digit. */
function inMost(sets: readonly Bitmap[]): Bitmap {
  const digits: Bitmap[] = [];
  for (const set of sets) {
    let carry = set;
    for (let at = 0; carry.size > 0; at++) {
      const digit = digits[at] ?? new Bitmap();
      const both = carry.and([digit]);
      digits[at] = Bitmap.anyOf([digit.without(carry), carry.without(digit)]);
      carry = both;
    }
  }
  let left = Bitmap.anyOf(sets);
  for (const digit of digits.toReversed()) {
    const higher = left.and([digit]);
    if (higher.size > 0) left = higher;
  }
  return left;
}

/** Letters and numbers alone say nothing: many products have "d" or "500". */
function saysSomething({ from, end }: TermPart, { words }: SearchTerms): boolean {
  return words.slice(from, end).some(({ word }) => word.length > 2 && !/^\d+$/.test(word));
}

function termsOf(kept: readonly TermPart[], { words }: SearchTerms): SearchTerms {
  const inOrder = kept.toSorted((one, other) => one.from - other.from);
  const left = inOrder.map(({ from, end }) => words.slice(from, end));
  const phrases = inOrder.flatMap(({ phrase }, index) => {
    const from = left.slice(0, index).flat().length;
    return phrase ? [{ ...phrase, from, end: from + phrase.end - phrase.from }] : [];
  });
  return {
    name: ` ${left
      .flat()
      .map(({ word }) => word)
      .join(" ")}`,
    words: left.flat(),
    phrases,
  };
}
