import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { TimeSlices } from "../time-slices.ts";
import { Bitmap } from "./bitmap.ts";
import { WordPostings } from "./word-postings.ts";
import { WordSets } from "./word-sets.ts";

const word = fc.string({
  unit: fc.constantFrom("a", "b", "ش", "1", "\u{1f980}", "\uff21"),
  minLength: 1,
  maxLength: 3,
});
const texts = fc.array(fc.uniqueArray(word, { maxLength: 6 }), { maxLength: 30, size: "max" });

const postingsOf = (all: readonly (readonly string[])[], from = 0) => {
  const slotsByWord = new Map<string, number[]>();
  for (const [at, words] of all.entries())
    for (const one of words) slotsByWord.set(one, [...(slotsByWord.get(one) ?? []), from + at]);
  return WordPostings.of(slotsByWord);
};

const found = (postings: WordPostings, asked: string, isBeginning: boolean) => {
  const [all, slots] = [new Bitmap(new Uint32Array(4).fill(0xff_ff_ff_ff)), Bitmap.ofSize(128)];
  postings.addSlots(postings.placesOf(asked, isBeginning), all, slots);
  return new Set(slots.members());
};

const fitting = (all: readonly (readonly string[])[], asked: string, isBeginning: boolean) => {
  const fits = (one: string) => (isBeginning ? one.startsWith(asked) : one === asked);
  return new Set(all.flatMap((words, slot) => (words.some(fits) ? [slot] : [])));
};

test("postings find the slots of a word, and of all that begin with it", () => {
  fc.assert(
    fc.property(texts, word, fc.boolean(), (all, asked, isBeginning) => {
      expect(found(postingsOf(all), asked, isBeginning)).toEqual(fitting(all, asked, isBeginning));
    }),
  );
});

test("merged postings find what their parts hold, without slots that have left them", async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, word, fc.boolean(), async (first, second, asked, isBeginning) => {
      const left = (slot: number) => slot % 3 === 0;
      const parts = [postingsOf(first), postingsOf(second, first.length)].map((postings) => {
        const current = new Bitmap();
        for (let slot = 0; slot < 100; slot++) if (!left(slot)) current.add(slot);
        return { postings, current };
      });
      const all = [...first, ...second].map((words, slot) => (left(slot) ? [] : words));
      const merged = await WordPostings.merge(parts, new TimeSlices(0));
      expect(found(merged, asked, isBeginning)).toEqual(fitting(all, asked, isBeginning));
    }),
  );
});

test("200,000 changes of words are found as they were made last, also after their postings were merged", async () => {
  const sets = new WordSets();
  const expected = new Map<number, string>();
  for (let change = 0; change < 200_000; change++) {
    const slot = (change * 7919) % 20_000;
    if (expected.has(slot)) sets.remove(slot);
    const words = change % 11 === 0 ? "" : `w${change % 97} round${Math.floor(change / 20_000)} s${slot}`;
    sets.put(slot, words);
    expected.set(slot, words);
    // A change comes while the merge is under way.
    if (sets.isScattered) void sets.merge(new TimeSlices(1));
    if (change % 1000 === 0) await nextTurn();
  }
  const slotsWith = (fits: (one: string) => boolean) =>
    [...expected].filter(([, words]) => words.split(" ").some(fits)).map(([slot]) => slot);
  const sorted = (slots: number[]) => slots.toSorted((one, other) => one - other);
  await sets.mergeAll(new TimeSlices());
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
