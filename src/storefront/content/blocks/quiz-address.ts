import type { Block } from "#shop/content/blocks/parse-body.ts";
import { quizParameters, quizStateOf, readQuiz } from "#shop/content/blocks/quiz.ts";

/** Returns the query that shows a result. It is the same for all visitors and contains no answers. */
export function resultQuery(id: number, name: string): string {
  return `?quiz=${id}&quiz_result=${encodeURIComponent(name)}`;
}

/** Whether a page may be cached: of the addresses with quiz parameters, only those of results, which are few. */
export function isQuizCacheable(blocks: readonly Block[], query: URLSearchParams): boolean {
  const used = quizParameters.filter((name) => query.has(name));
  if (used.length === 0) return true;
  const shown = used.length === 2 ? shownResult(blocks, query) : undefined;
  return shown?.isNew === false && query.get("quiz") === String(shown.id);
}

/** Returns the query of the result that a page shows; "" without one. Forms in the result lead back to it. */
export function queryOfResult(blocks: readonly Block[], query: URLSearchParams): string {
  const shown = query.has("quiz") ? shownResult(blocks, query) : undefined;
  return shown ? resultQuery(shown.id, shown.result.name) : "";
}

function shownResult(blocks: readonly Block[], query: URLSearchParams) {
  for (const block of blocks) {
    const quiz = block.name === "quiz" ? readQuiz(block) : undefined;
    const state = quiz && quizStateOf(quiz, query);
    if (quiz && state?.at === "result") return { id: quiz.id, ...state };
  }
  return undefined;
}
