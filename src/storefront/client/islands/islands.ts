import type { IslandLoaders } from "./island.ts";

/** Every island of the shop by name. */
export const islands: Readonly<IslandLoaders> = {
  "quiz-questions": async () => (await import("../../content/blocks/quiz-questions.island.tsx")).quizQuestions,
  "manage-wishlists": async () => (await import("../../wishlist/manage-wishlists.island.tsx")).manageWishlists,
};
