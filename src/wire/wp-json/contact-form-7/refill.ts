import { routes } from "#routes";
import { newCaptcha, newQuiz } from "#shop/contact/challenges/challenges.ts";
import type { OpenForm } from "#shop/contact/forms/open-form.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";

/** Fresh puzzles of a form: addresses of pictures, and questions with the signatures of their answers. */
export interface Refill {
  captcha?: Record<string, string>;
  quiz?: Record<string, [question: string, hash: string]>;
}

/** Creates fresh puzzles for the form's fields; {} if it has none. */
export async function refillOf(
  { db, signatures, clock }: Pick<Entrance, "db" | "signatures" | "clock">,
  form: OpenForm,
  siteUrl: string,
): Promise<Refill> {
  const now = clock.now();
  const names = [...new Set(form.tags.filter(({ type }) => type === "captchac").map(({ name }) => name))];
  const captcha: [string, string][] = [];
  for (const name of names) captcha.push([name, siteUrl + routes.captcha(await newCaptcha(db, now))]);
  const quizzes = form.tags.filter(({ type }) => type === "quiz");
  return {
    ...(captcha.length > 0 && { captcha: Object.fromEntries(captcha) }),
    ...(quizzes.length > 0 && {
      quiz: Object.fromEntries(quizzes.map((tag) => [tag.name, newQuiz(signatures, tag, form.id, now)])),
    }),
  };
}
