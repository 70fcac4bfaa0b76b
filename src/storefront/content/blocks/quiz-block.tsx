import { type Quiz, type QuizState, quizStateOf, readQuiz } from "#shop/content/blocks/quiz.ts";
import { useLocale } from "#ui/locale.tsx";
import { Island } from "../../rendering/island.tsx";
import type { BlockType } from "./block.ts";
import { resultQuery } from "./quiz-address.ts";
import { quizQuestions } from "./quiz-questions.island.tsx";

/**
 * `[quiz]`: one question a page, then the result. Its classes are what tracking scripts look for; those of the buttons that
 * start and share it are our choice. Source: wire notes 14.
 */
export const quizBlock: BlockType<"quiz"> = {
  shows(block, { query }) {
    const quiz = readQuiz(block);
    const state = quiz && quizStateOf(quiz, query);
    return state?.at === "result" ? [state.result.block] : [];
  },
  Block({ shown: { block, page, content } }) {
    const quiz = readQuiz(block);
    if (!quiz) return null;
    const state = quizStateOf(quiz, page.query);
    const id = `fca_qc_quiz_${quiz.id}`;
    return (
      <section
        className="fca_qc_quiz block block-quiz"
        id={id}
        tabIndex={-1}
        aria-labelledby={`${id}_title`}
        data-quiz-result={state.at === "result" && state.isNew ? state.result.title : undefined}
      >
        <p className="fca_qc_quiz_title block-title" id={`${id}_title`}>
          {quiz.title}
        </p>
        {state.at === "question" ? (
          <Island
            island={quizQuestions}
            props={{ ...questionsOf(quiz, state), elementId: id, address: page.address }}
          />
        ) : (
          <Result quiz={quiz} state={state} address={page.address} content={content} />
        )}
      </section>
    );
  },
};

/** Returns what the browser gets of a quiz: nothing of its points and results. */
function questionsOf(
  { id: quizId, questions }: Quiz,
  { answers: given, isUnanswered }: Extract<QuizState, { at: "question" }>,
) {
  const shown = questions.map(({ text, answers }) => ({ text, answers: answers.map(({ text }) => text) }));
  return { quizId, questions: shown, given, isUnanswered };
}

interface ResultProps {
  quiz: Quiz;
  state: Extract<QuizState, { at: "result" }>;
  address: string;
  /** HTML of the result. */
  content: string;
}

function Result({ quiz, state: { result }, address, content }: ResultProps) {
  const { t } = useLocale();
  return (
    <>
      <div dangerouslySetInnerHTML={{ __html: content }} />
      <div className="block-quiz-acts">
        <a className="fca_qc_share_link" href={`${address}${resultQuery(quiz.id, result.name)}#fca_qc_quiz_${quiz.id}`}>
          {t("content.quiz.share")}
        </a>
        <a href={`${address}#fca_qc_quiz_${quiz.id}`}>{t("content.quiz.again")}</a>
      </div>
    </>
  );
}

/** `[quiz_result]`: what the quiz shows at its end. */
export const quizResultBlock: BlockType<"quiz_result"> = {
  Block: ({ values, shown: { content } }) => (
    <>
      <h2 className="block-quiz-result">{values.title}</h2>
      <div dangerouslySetInnerHTML={{ __html: content }} />
    </>
  ),
};

/** Its quiz shows it. */
export const quizQuestionBlock: BlockType<"quiz_question"> = { Block: () => null };

/** Its quiz shows it. */
export const quizAnswerBlock: BlockType<"quiz_answer"> = { Block: () => null };
