/** Facts about a submitted form. */
export interface SpamSample {
  /** Texts that the sender typed, without addresses of their own such as a website field. */
  texts: readonly string[];
  signals: SpamSignals;
  userAgent: string;
  /** Words that no accepted form contains, in any case. */
  disallowedWords: readonly string[];
  /** Where words are looked for, besides the texts: the address, the browser. */
  origins: readonly string[];
  /** How often forms came within the counts' windows, this one included. */
  counts: SpamCounts;
  /** Result of a puzzle that another service judges. */
  puzzle: "none" | "passed" | "failed" | "unreachable";
  /** The sender corrects a form that was just refused: what was typed stands there, and the correction may be quick. */
  isCorrection: boolean;
  /** In ms since 1970. */
  now: number;
}

export interface SpamCounts {
  fromAddress: number;
  fromNetwork: number;
  /** The same texts, from anywhere. */
  copies: number;
}

/** Values of the hidden fields that scripts and only programs fill in. */
export interface SpamSignals {
  /** The honeypot, which people do not see. */
  honeypot: string;
  /** When the page was loaded, in ms since 1970, by the sender's clock; undefined without scripts. */
  loadedAt: number | undefined;
  /** Behaviour fields by name without prefix, such as "bkpc"; undefined without scripts. */
  behaviour: ReadonlyMap<string, string> | undefined;
}

export interface SpamVerdict {
  score: number;
  /** Codes, such as "honeypot". */
  reasons: string[];
  isSpam: boolean;
}

/** Score from which a form counts as spam. A single sure sign reaches it, two doubtful ones do not. */
const spamScore = 10;

/** Signs of spam with their points, in the order in which they are reported. */
const signs: readonly [reason: string, points: number, applies: (sample: SpamSample) => boolean][] = [
  ["honeypot", 10, ({ signals }) => signals.honeypot !== ""],
  ["user_agent", 10, ({ userAgent }) => userAgent.trim().length < 2],
  ["puzzle_failed", 10, ({ puzzle }) => puzzle === "failed"],
  ["puzzle_unreachable", 4, ({ puzzle }) => puzzle === "unreachable"],
  ["disallowed_word", 10, hasDisallowedWord],
  ["sent_at_once", 6, ({ signals, isCorrection, now }) => !isCorrection && isWithin(ageOf(signals, now), 0, 2000)],
  ["clock_impossible", 2, ({ signals, now }) => !isWithin(ageOf(signals, now) ?? 0, -dayMs, 30 * dayMs)],
  ["no_script", 1, ({ signals }) => signals.loadedAt === undefined],
  ["not_typed", 3, isNotTyped],
  ["filled_at_once", 4, isFilledAtOnce],
  ["markup", 6, ({ texts }) => texts.some((text) => /<a\s[^>]*href|\[(?:url|link)[=\]]/i.test(text))],
  ["links", 3, ({ texts }) => linksIn(texts) >= 3],
  ["many_links", 5, ({ texts }) => linksIn(texts) >= 8],
  ["address_busy", 3, ({ counts }) => counts.fromAddress > 10],
  ["address_flooding", 7, ({ counts }) => counts.fromAddress > 60],
  ["network_busy", 3, ({ counts }) => counts.fromNetwork > 200],
  ["copy", 3, ({ counts }) => counts.copies === 2],
  ["copies", 10, ({ counts }) => counts.copies > 2],
];

const dayMs = 24 * 60 * 60 * 1000;

/** Scores a form. Doubtful ones stay below the limit; the caller keeps all of them. */
export function judgeSpam(sample: SpamSample): SpamVerdict {
  const found = signs.filter(([, , applies]) => applies(sample));
  const score = found.reduce((sum, [, points]) => sum + points, 0);
  return { score, reasons: found.map(([reason]) => reason), isSpam: score >= spamScore };
}

/** Longest text that is searched for words and links; more is not read. */
const maxSearched = 20_000;

function hasDisallowedWord({ texts, origins, disallowedWords }: SpamSample): boolean {
  const words = disallowedWords
    .map((word) => word.trim().toLowerCase())
    .filter(({ length }) => length > 1 && length < 257);
  if (words.length === 0) return false;
  const searched = [...texts, ...origins].map((text) => text.slice(0, maxSearched).toLowerCase());
  return words.some((word) => searched.some((text) => text.includes(word)));
}

function linksIn(texts: readonly string[]): number {
  return texts.reduce(
    (sum, text) => sum + (text.slice(0, maxSearched).match(/\bhttps?:\/\/|\bwww\./gi)?.length ?? 0),
    0,
  );
}

/** Returns the time (ms) between loading the page and sending it; undefined without scripts. */
function ageOf({ loadedAt }: SpamSignals, now: number): number | undefined {
  return loadedAt === undefined ? undefined : now - loadedAt;
}

function isWithin(value: number | undefined, least: number, most: number): boolean {
  return value !== undefined && value >= least && value < most;
}

/** A long text without any key, click or touch: pasting and dictating also click or touch. */
function isNotTyped({ texts, signals: { behaviour }, isCorrection }: SpamSample): boolean {
  if (!behaviour || isCorrection || texts.every(({ length }) => length < 40)) return false;
  return ["bkpc", "bmcc", "btec"].every((name) => !(Number(behaviour.get(name) || 0) > 0));
}

/** Less than half a second between the first input and sending. */
function isFilledAtOnce({ signals: { behaviour }, isCorrection }: SpamSample): boolean {
  if (isCorrection) return false;
  const [began, sent] = [Number(behaviour?.get("bib") || Number.NaN), Number(behaviour?.get("bfs") || Number.NaN)];
  return isWithin(sent - began, 0, 500);
}

/** Prefixes of the hidden fields: of comment forms, and of contact forms. */
const prefixes = ["_wpcf7_ak_", "ak_"];

/** Names of the behaviour fields, without prefix. */
const behaviourNames = "bib bfs bkpc bkp bmc bmcc bmk bck bmmc btmc bsc bte btec bmm".split(" ");

/** Reads the hidden fields of a form. Returns the signs that its sender is a person or a program. */
export function spamSignalsOf(read: (name: string) => string): SpamSignals {
  const first = (name: string) => prefixes.map((prefix) => read(prefix + name)).find((text) => text !== "") ?? "";
  const written = first("js");
  const behaviour = new Map(behaviourNames.map((name) => [name, first(name)]));
  return {
    honeypot: first("hp_textarea"),
    // Without scripts the field keeps a short number.
    loadedAt: /^\d{12,14}$/.test(written) ? Number(written) : undefined,
    behaviour: [...behaviour.values()].some((text) => text !== "") ? behaviour : undefined,
  };
}
