import { expect, test } from "vitest";
import { judgeSpam, type SpamSample, spamSignalsOf } from "./spam-score.rules.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const person: SpamSample = {
  texts: ["Sana", "Do you deliver to Quetta? See https://example.com/quetta"],
  signals: { honeypot: "", loadedAt: now - 40_000, behaviour: new Map([["bkpc", "52"]]) },
  userAgent: "Mozilla/5.0",
  disallowedWords: ["casino"],
  origins: ["203.0.113.9"],
  counts: { fromAddress: 1, fromNetwork: 3, copies: 1 },
  puzzle: "none",
  isCorrection: false,
  now,
};
const links = Array.from({ length: 8 }, (_, index) => `http://x${index}.example`).join(" ");

test("a person's message scores nothing; without scripts it scores one point", () => {
  expect(judgeSpam(person)).toEqual({ score: 0, reasons: [], isSpam: false });
  const plain = judgeSpam({ ...person, signals: { honeypot: "", loadedAt: undefined, behaviour: undefined } });
  expect(plain).toEqual({ score: 1, reasons: ["no_script"], isSpam: false });
});

test.each<[reason: string, isSpam: boolean, change: Partial<SpamSample>]>([
  ["honeypot", true, { signals: { ...person.signals, honeypot: "x" } }],
  ["user_agent", true, { userAgent: "-" }],
  ["puzzle_failed", true, { puzzle: "failed" }],
  ["puzzle_unreachable", false, { puzzle: "unreachable" }],
  ["disallowed_word", true, { texts: ["Best CASINO bonus"] }],
  ["disallowed_word", true, { disallowedWords: ["203.0.113."] }],
  ["sent_at_once", false, { signals: { ...person.signals, loadedAt: now - 500 } }],
  ["clock_impossible", false, { signals: { ...person.signals, loadedAt: now - 40 * 86_400_000 } }],
  ["not_typed", false, { signals: { ...person.signals, behaviour: new Map([["bkpc", "0"]]) } }],
  [
    "filled_at_once",
    false,
    {
      signals: {
        ...person.signals,
        behaviour: new Map([
          ["bkpc", "9"],
          ["bib", "1000"],
          ["bfs", "1200"],
        ]),
      },
    },
  ],
  ["markup", false, { texts: ['<a  href="x">cheap</a>'] }],
  ["markup", false, { texts: ["[url=http://x.example]cheap[/url]"] }],
  ["links", false, { texts: ["http://a.example www.b.example", "https://c.example"] }],
  ["address_busy", false, { counts: { ...person.counts, fromAddress: 11 } }],
  ["address_flooding", true, { counts: { ...person.counts, fromAddress: 61 } }],
  ["network_busy", false, { counts: { ...person.counts, fromNetwork: 201 } }],
  ["copy", false, { counts: { ...person.counts, copies: 2 } }],
  ["copies", true, { counts: { ...person.counts, copies: 3 } }],
])("%s is a sign of spam; alone it decides: %s", (reason, isSpam, change) => {
  const verdict = judgeSpam({ ...person, ...change });
  expect(verdict.reasons).toContain(reason);
  expect(verdict.isSpam).toBe(isSpam);
});

test("doubtful signs add up", () => {
  const signals = { ...person.signals, loadedAt: now - 500 };
  expect(judgeSpam({ ...person, signals, texts: [links] })).toEqual({
    score: 14,
    reasons: ["sent_at_once", "links", "many_links"],
    isSpam: true,
  });
});

test("the correction of a refused form may be quick", () => {
  const behaviour = new Map([
    ["bkpc", "0"],
    ["bib", "1000"],
    ["bfs", "1200"],
  ]);
  const quick = { ...person, signals: { ...person.signals, loadedAt: now - 500, behaviour } };
  expect(judgeSpam(quick).reasons).toEqual(["sent_at_once", "not_typed", "filled_at_once"]);
  expect(judgeSpam({ ...quick, isCorrection: true }).score).toBe(0);
});

test("words of one character and empty ones are not disallowed", () => {
  expect(judgeSpam({ ...person, disallowedWords: ["a", " ", ""] }).score).toBe(0);
});

test("hidden fields are read with either prefix", () => {
  const read = (fields: Record<string, string>) => spamSignalsOf((name) => fields[name] ?? "");
  expect(read({ ak_js: "1" })).toEqual({ honeypot: "", loadedAt: undefined, behaviour: undefined });
  expect(read({ _wpcf7_ak_js: String(now), _wpcf7_ak_hp_textarea: "x" })).toMatchObject({
    honeypot: "x",
    loadedAt: now,
  });
  expect(read({ ak_bkpc: "7" }).behaviour?.get("bkpc")).toBe("7");
});
