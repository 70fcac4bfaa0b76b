import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { WordPostings } from "./word-postings.ts";
import { WordSets } from "./word-sets.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "ش", "1"), minLength: 1, maxLength: 3 });
const texts = fc.array(fc.uniqueArray(word, { maxLength: 6 }), { maxLength: 30, size: "max" });

test("an index finds the slots of a word, and of all that begin with it", () => {
  fc.assert(
    fc.property(texts, word, fc.boolean(), (all, asked, isBeginning) => {
      const index = WordPostings.of(all.flatMap((words, slot) => words.map((one) => [one, slot] as const)));
      const found = new Set(index.find(asked, isBeginning));
      const fits = (one: string) => (isBeginning ? one.startsWith(asked) : one === asked);
      expect(found).toEqual(new Set(all.flatMap((words, slot) => (words.some(fits) ? [slot] : []))));
    }),
  );
});

test("200,000 changes of words are found as they were made last, also after their indexes became one", () => {
  const sets = new WordSets();
  const expected = new Map<number, string>();
  for (let change = 0; change < 200_000; change++) {
    const slot = (change * 7919) % 20_000;
    if (expected.has(slot)) sets.remove(slot);
    const words = change % 11 === 0 ? "" : `w${change % 97} round${Math.floor(change / 20_000)} s${slot}`;
    sets.put(slot, words);
    expected.set(slot, words);
  }
  const slotsWith = (fits: (one: string) => boolean) =>
    [...expected].filter(([, words]) => words.split(" ").some(fits)).map(([slot]) => slot);
  const sorted = (slots: number[]) => slots.toSorted((one, other) => one - other);
  expect(sets.find("w42", false).members()).toEqual(sorted(slotsWith((one) => one === "w42")));
  expect(sets.find("w4", true).members()).toEqual(sorted(slotsWith((one) => one.startsWith("w4"))));
  expect(sets.find("round", true).members()).toEqual(sorted(slotsWith((one) => one.startsWith("round"))));
  expect(sets.find("round8", false).members()).toEqual([]);
  expect(sets.find("s1234", false).members()).toEqual(slotsWith((one) => one === "s1234"));
});

test("a product whose words stay leaves them where they are, however often it changes", () => {
  const sets = new WordSets();
  const posted = vi.spyOn(WordPostings, "of");
  sets.put(1, "tea green");
  for (let time = 0; time < 10_000; time++) sets.put(1, "tea green");
  expect(posted).not.toHaveBeenCalled();
  sets.put(1, "tea black");
  expect([sets.find("green", false).members(), sets.find("black", false).members()]).toEqual([[], [1]]);
  posted.mockRestore();
});
