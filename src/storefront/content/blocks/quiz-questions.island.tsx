import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { hasModifier } from "../../client/intercept.ts";
import type { IslandDefinition } from "../../client/islands/island.ts";

interface QuizQuestionsProps {
  quizId: number;
  /** Of the quiz's element. */
  elementId: string;
  /** The page's path. */
  address: string;
  questions: readonly { text: string; answers: readonly string[] }[];
  /** Indexes of the answers so far; the next question is shown. */
  given: readonly number[];
  /** Whether the question was sent without an answer. */
  isUnanswered: boolean;
}

/**
 * Renders the question that is next. Without scripts every answer loads a page; with them only the result does, and answers are kept
 * when the visitor goes back. Each question has the address that it has without scripts.
 */
function QuizQuestions({ quizId, elementId, address, questions, given, isUnanswered }: QuizQuestionsProps) {
  const { t } = useLocale();
  const [step, setStep] = useStep(quizId, given.length);
  const [chosen, setChosen] = useState<readonly (number | undefined)[]>(given);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) fieldset.current?.focus();
    shown.current = step;
  }, [step]);

  const addressOf = (count: number) => {
    const query = count === 0 ? "" : `?quiz=${[quizId, ...chosen.slice(0, count)].join(".")}`;
    return `${address}${query}#${elementId}`;
  };
  const next = (event: SubmitEvent) => {
    if (step + 1 === questions.length || chosen[step] === undefined) return;
    event.preventDefault();
    setStep(step + 1, addressOf(step + 1));
  };
  const back = (event: MouseEvent) => {
    if (hasModifier(event.nativeEvent)) return;
    event.preventDefault();
    setStep(step - 1, addressOf(step - 1));
  };
  const { text, answers } = questions[step] ?? { text: "", answers: [] };
  const isError = isUnanswered && step === given.length && chosen[step] === undefined;
  return (
    <form action={`${address}#${elementId}`} method="get" className="block-quiz-question" onSubmit={next}>
      <input type="hidden" name="quiz" value={[quizId, ...chosen.slice(0, step)].join(".")} />
      <fieldset ref={fieldset} tabIndex={-1} aria-describedby={isError ? `${elementId}_error` : undefined}>
        <legend>
          <span className="muted">{t("content.quiz.progress", { number: step + 1, total: questions.length })}</span>{" "}
          {text}
        </legend>
        {isError && (
          <p className="error" role="alert" id={`${elementId}_error`}>
            {t("content.quiz.unanswered")}
          </p>
        )}
        {answers.map((answer, index) => (
          <label key={`${step}.${index}`} className="choice">
            <input
              type="radio"
              name="quiz_answer"
              value={index}
              required
              checked={chosen[step] === index}
              onChange={() => setChosen([...chosen.slice(0, step), index, ...chosen.slice(step + 1)])}
            />
            <span>{answer}</span>
          </label>
        ))}
      </fieldset>
      <div className="block-quiz-acts">
        <Button type="submit" name="quiz_next" value="1" className={step === 0 ? "fca_qc_start_button" : undefined}>
          {t(step + 1 < questions.length ? "content.quiz.next" : "content.quiz.finish")}
        </Button>
        {step > 0 && (
          <a href={addressOf(step - 1)} onClick={back}>
            {t("content.quiz.back")}
          </a>
        )}
      </div>
    </form>
  );
}

/** An entry of the history that shows a question. */
interface Entry {
  step: number;
  /** Whether the entry before it shows the question before. */
  isPushed: boolean;
}

/** Holds the number of the question, which the browser's Back and Forward buttons change too. */
function useStep(quizId: number, first: number) {
  const [step, setStep] = useState(first);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener("popstate", () => setStep(entryOf(quizId)?.step ?? stepInAddress(quizId)), { signal });
    return () => controller.abort();
  }, [quizId]);
  const go = (to: number, address: string) => {
    const isBack = to < step;
    if (isBack && entryOf(quizId)?.isPushed) return history.back();
    const entry: Entry = { step: to, isPushed: !isBack };
    const state = { ...(history.state as object | null), [nameOf(quizId)]: entry };
    if (isBack) history.replaceState(state, "", address);
    else history.pushState(state, "", address);
    setStep(to);
  };
  return [step, go] as const;
}

/** A page can have several quizzes. */
function nameOf(quizId: number): string {
  return `quiz${quizId}`;
}

function entryOf(quizId: number): Entry | undefined {
  return (history.state as Record<string, Entry> | null)?.[nameOf(quizId)];
}

function stepInAddress(quizId: number): number {
  const [id, ...answers] = (new URLSearchParams(location.search).get("quiz") ?? "").split(".");
  return id === String(quizId) ? answers.length : 0;
}

export const quizQuestions = {
  name: "quiz-questions",
  messages: [
    "content.quiz.progress",
    "content.quiz.unanswered",
    "content.quiz.next",
    "content.quiz.finish",
    "content.quiz.back",
  ],
  Component: QuizQuestions,
} as const satisfies IslandDefinition<QuizQuestionsProps>;
