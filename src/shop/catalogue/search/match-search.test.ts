import { expect, test } from "vitest";
import { WordSets } from "../index/sets/word-sets.ts";
import { indexedWords } from "./indexed-words.ts";
import { byFit, matching } from "./match-search.ts";
import { TermMatches } from "./term-matches.ts";

test("the last group is what fits no step, even if an earlier step has completed what was found", () => {
  const sets = new WordSets();
  sets.put(7, indexedWords({ nameKey: " iron tea", words: "iron tea", shortWords: "", longWords: "" }));
  const words = ["iron", "tea"].map((word) => ({ word, stem: null, isStopWord: false }));
  const matches = new TermMatches(sets, { name: " iron tea", words, phrases: [] });
  const groups = [...byFit(matching(matches), matches, { matchName: () => "equal" })];
  expect(groups.map((group) => group.members())).toEqual([[7], []]);
});
