import type { Database } from "#db/database.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { type CountedForm, countForms } from "./count-forms.ts";
import { judgeSpam, type SpamSample, type SpamVerdict, spamSignalsOf } from "./spam-score.rules.ts";
import { verifyPuzzle } from "./verify-puzzle.ts";

/** Where a form comes from. */
export interface FormSource {
  ip: string;
  userAgent: string;
  /** Returns the text of a posted field, "" without: finds the hidden fields `ak_…` and the answer to a puzzle. */
  read: (name: string) => string;
}

/** A form as it was sent. */
export interface SentForm extends FormSource {
  /** The kind of form, such as "review" or "contact 7". Copies are counted within one kind. */
  kind: string;
  /** What the sender typed, without website fields and values the sender could only choose. */
  texts: readonly string[];
  /** Contents of website fields: searched for disallowed words, but their links do not count. */
  websites?: readonly string[];
  /** Whether the form shows the puzzle of the setting `puzzle_service`. */
  hasPuzzle?: boolean;
  /** The sender corrects a form that was just refused, which may take a second. */
  isCorrection?: boolean;
}

export type SpamSettings = Pick<
  Settings,
  "disallowed_words" | "puzzle_service" | "puzzle_secret_key" | "puzzle_verify_url"
>;

/** A form before it is counted, for callers that count several in one transaction. */
export interface UncountedForm {
  counted: CountedForm;
  sample: Omit<SpamSample, "counts">;
}

/**
 * Counts a form and scores it. The caller stores score and reasons with the form and keeps spam (`holdForm` does both).
 * Call it after the form was found valid, in the transaction that stores it.
 */
export async function judgeForm(db: Database, form: SentForm, settings: SpamSettings, now: Date): Promise<SpamVerdict> {
  const { counted, sample } = await uncountedForm(form, settings, now);
  const [counts = { fromAddress: 1, fromNetwork: 1, copies: 1 }] = await countForms(db, [counted], now);
  return judgeSpam({ ...sample, counts });
}

/** Prepares a form for `countForms` and `judgeSpam`. Asks the puzzle's service, so call it outside of transactions. */
export async function uncountedForm(
  { kind, texts, websites = [], read, ip, userAgent, hasPuzzle = false, isCorrection = false }: SentForm,
  settings: SpamSettings,
  now: Date,
): Promise<UncountedForm> {
  return {
    counted: { ip, content: contentOf(kind, texts) },
    sample: {
      texts,
      signals: spamSignalsOf(read),
      userAgent,
      disallowedWords: settings.disallowed_words,
      origins: [ip, userAgent, ...websites],
      puzzle: hasPuzzle ? await verifyPuzzle(settings, read, ip) : "none",
      isCorrection,
      now: now.getTime(),
    },
  };
}

/** Shortest content (characters) whose copies are counted. Many people send the same short one, such as "5" or "Ali". */
const shortestCounted = 30;

function contentOf(kind: string, texts: readonly string[]): string[] | undefined {
  return texts.join("").length < shortestCounted ? undefined : [kind, ...texts];
}
