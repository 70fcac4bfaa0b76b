import { type Quiz, type QuizState, quizStateOf, readQuiz } from "#shop/content/blocks/quiz.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import type { BlockType } from "./block.ts";
import { quizAddress, resultQuery } from "./quiz-address.ts";

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
          <Question quiz={quiz} state={state} address={page.address} id={id} />
        ) : (
          <Result quiz={quiz} state={state} address={page.address} content={content} />
        )}
      </section>
    );
  },
};

interface QuestionProps {
  quiz: Quiz;
  state: Extract<QuizState, { at: "question" }>;
  address: string;
  /** Of the quiz. */
  id: string;
}

function Question({ quiz, state: { question, answers, isUnanswered }, address, id }: QuestionProps) {
  const { t } = useLocale();
  const isFirst = answers.length === 0;
  return (
    <form action={`${address}#${id}`} method="get" className="block-quiz-question">
      <input type="hidden" name="quiz" value={[quiz.id, ...answers].join(".")} />
      <fieldset aria-describedby={isUnanswered ? `${id}_error` : undefined}>
        <legend>
          <span className="muted">
            {t("content.quiz.progress", { number: answers.length + 1, total: quiz.questions.length })}
          </span>{" "}
          {question.text}
        </legend>
        {isUnanswered && (
          <p className="error" role="alert" id={`${id}_error`}>
            {t("content.quiz.unanswered")}
          </p>
        )}
        {question.answers.map(({ text }, index) => (
          <label key={index} className="choice">
            <input type="radio" name="quiz_answer" value={index} required />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <div className="block-quiz-acts">
        <Button type="submit" name="quiz_next" value="1" className={isFirst ? "fca_qc_start_button" : undefined}>
          {t(answers.length + 1 < quiz.questions.length ? "content.quiz.next" : "content.quiz.finish")}
        </Button>
        {!isFirst && (
          <a href={`${quizAddress(address, quiz.id, answers.slice(0, -1))}#${id}`}>{t("content.quiz.back")}</a>
        )}
      </div>
    </form>
  );
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
      <p className="block-quiz-result">{values.title}</p>
      <div dangerouslySetInnerHTML={{ __html: content }} />
    </>
  ),
};

/** Its quiz shows it. */
export const quizQuestionBlock: BlockType<"quiz_question"> = { Block: () => null };

/** Its quiz shows it. */
export const quizAnswerBlock: BlockType<"quiz_answer"> = { Block: () => null };
