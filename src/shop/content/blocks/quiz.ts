import { plainTextOf } from "../../catalogue/sanitise.ts";
import { readAttributes, type ValuesOf } from "./block-attributes.ts";
import { type BlockName, blockKinds } from "./block-kinds.ts";
import type { Block, Part } from "./parse-body.ts";

/** A quiz in a body. */
export interface Quiz {
  id: number;
  title: string;
  questions: readonly QuizQuestion[];
  /** In the order in which the first of several with the same score wins. */
  results: readonly QuizResult[];
}

interface QuizQuestion {
  text: string;
  answers: readonly QuizAnswer[];
}

interface QuizAnswer {
  text: string;
  /** Points by the names of results. */
  points: ReadonlyMap<string, number>;
}

export interface QuizResult {
  name: string;
  title: string;
  block: Block;
}

/** How far a visitor is. */
export type QuizState =
  | {
      at: "question";
      question: QuizQuestion;
      /** Indexes of the answers to the questions before. */
      answers: readonly number[];
      /** Whether the question was sent without an answer. */
      isUnanswered: boolean;
    }
  | {
      at: "result";
      result: QuizResult;
      /** Whether it follows from answers; false: from a shared link. */
      isNew: boolean;
    };

/** Query parameters of pages with quizzes. */
export const quizParameters = ["quiz", "quiz_answer", "quiz_next", "quiz_result"] as const;

/** Returns the quiz of a `[quiz]` block; undefined without a question that has answers, or without a result. */
export function readQuiz(block: Block): Quiz | undefined {
  const { id, title } = valuesOf("quiz", block);
  const questions = childrenOf(block, "quiz_question")
    .map((question) => ({
      text: valuesOf("quiz_question", question).text,
      answers: childrenOf(question, "quiz_answer").map((answer) => {
        const { text, points } = valuesOf("quiz_answer", answer);
        return { text, points };
      }),
    }))
    .filter(({ answers }) => answers.length > 0);
  const results = childrenOf(block, "quiz_result").map((result) => {
    const { name, title } = valuesOf("quiz_result", result);
    return { name, title, block: result };
  });
  return questions.length > 0 && results.length > 0 ? { id, title, questions, results } : undefined;
}

/**
 * Returns how far the visitor is by the page's query: `quiz=3.0.2&quiz_answer=1` are quiz 3's first answers, counted from 0,
 * `quiz=3&quiz_result=kilim` is a result. The first question without a usable answer is asked again.
 */
export function quizStateOf(quiz: Quiz, query: URLSearchParams): QuizState {
  const [id, ...given] = (query.get("quiz") ?? "").split(".");
  const isMeant = id === String(quiz.id);
  const shared = isMeant && quiz.results.find(({ name }) => name === query.get("quiz_result"));
  if (shared) return { at: "result", result: shared, isNew: false };
  const next = query.get("quiz_answer");
  const answers = isMeant ? chosenAnswers(quiz, next === null ? given : [...given, next]) : [];
  const question = quiz.questions[answers.length];
  if (!question) return { at: "result", result: resultOf(quiz, answers), isNew: true };
  const isUnanswered = isMeant && query.has("quiz_next") && answers.length === given.length;
  return { at: "question", question, answers, isUnanswered };
}

/** Returns the indexes up to the first that is no answer of its question. */
function chosenAnswers({ questions }: Quiz, given: readonly string[]): number[] {
  const answers: number[] = [];
  for (const text of given.slice(0, questions.length)) {
    if (!/^\d{1,2}$/.test(text) || !questions[answers.length]?.answers[Number(text)]) break;
    answers.push(Number(text));
  }
  return answers;
}

/** Returns the result with the most points. */
function resultOf({ questions, results }: Quiz, answers: readonly number[]): QuizResult {
  const pointsOf = ({ name }: QuizResult) =>
    answers.reduce((sum, answer, index) => sum + (questions[index]?.answers[answer]?.points.get(name) ?? 0), 0);
  return results.reduce((best, one) => (pointsOf(one) > pointsOf(best) ? one : best));
}

/** Returns one sentence for each mistake in a quiz. */
export function quizFaults(block: Block): string[] {
  const quiz = readQuiz(block);
  if (!quiz) return [`${block.source} is not shown: it needs a question with answers, and a result`];
  const names = new Set(quiz.results.map(({ name }) => name));
  const points = quiz.questions.flatMap(({ answers }) => answers.flatMap(({ points }) => [...points.keys()]));
  return [
    ...[...new Set(points)]
      .filter((name) => !names.has(name))
      .map((name) => `${block.source} has points for "${name}", which is no result of it`),
    ...(names.size < quiz.results.length || names.has("")
      ? [`the results of ${block.source} need names of their own`]
      : []),
  ];
}

/** The block that each part of a quiz belongs in. */
const places: Partial<Record<BlockName, BlockName>> = {
  quiz_question: "quiz",
  quiz_result: "quiz",
  quiz_answer: "quiz_question",
};

/** Returns one sentence for a part of a quiz that is elsewhere, and for text in a quiz that is never shown. */
export function quizPlaceFaults({ name, source, content }: Block, parent: BlockName | undefined): string[] {
  const place = places[name];
  if (place !== undefined && place !== parent) return [`${source} is not shown: it is not in a ${place}`];
  if (name !== "quiz" && name !== "quiz_question") return [];
  return content.flatMap((part) => {
    const text = typeof part === "string" ? plainTextOf(part).trim() : places[part.name] === name ? "" : part.source;
    return text === "" ? [] : [`"${text.slice(0, 40)}" is not shown: text of a quiz belongs into its results`];
  });
}

/** Returns the id of a `[quiz]` block; undefined for other blocks. */
export function quizIdOf(block: Block): number | undefined {
  return block.name === "quiz" ? valuesOf("quiz", block).id : undefined;
}

function childrenOf({ content }: Block, name: BlockName): Block[] {
  return content.filter((part: Part): part is Block => typeof part !== "string" && part.name === name);
}

function valuesOf<Name extends BlockName>(name: Name, { attributes }: Block): ValuesOf<(typeof blockKinds)[Name]> {
  return readAttributes(blockKinds[name], attributes);
}
