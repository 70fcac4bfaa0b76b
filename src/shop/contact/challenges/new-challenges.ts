import type { Database } from "#db/database.ts";
import type { Signatures } from "#platform/signatures.ts";
import type { OpenForm } from "../forms/open-form.ts";
import { captchaColours } from "../template/tag-options.rules.ts";
import { newCaptcha, newQuiz } from "./challenges.ts";

/** Fresh puzzles of a form, by field. */
export interface Challenges {
  /** Addresses of pictures. */
  captcha?: Record<string, string>;
  /** Questions with the signatures of their answers. */
  quiz?: Record<string, [question: string, hash: string]>;
}

interface ChallengeServices {
  db: Database;
  signatures: Signatures;
}

/** Creates fresh puzzles for the form's fields; {} if it has none. @param addressOf returns the address of a captcha's picture */
export async function newChallenges(
  { db, signatures }: ChallengeServices,
  form: OpenForm,
  addressOf: (captchaId: number, colours: ReturnType<typeof captchaColours>) => string,
  now: Date,
): Promise<Challenges> {
  const pictures = new Map(form.tags.filter(({ type }) => type === "captchac").map((tag) => [tag.name, tag]));
  const captcha: [string, string][] = [];
  for (const [name, tag] of pictures) captcha.push([name, addressOf(await newCaptcha(db, now), captchaColours(tag))]);
  const quizzes = form.tags.filter(({ type }) => type === "quiz");
  return {
    ...(captcha.length > 0 && { captcha: Object.fromEntries(captcha) }),
    ...(quizzes.length > 0 && {
      quiz: Object.fromEntries(quizzes.map((tag) => [tag.name, newQuiz(signatures, tag, form.id, now)])),
    }),
  };
}
