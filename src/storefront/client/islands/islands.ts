import type { IslandLoaders } from "./island.ts";

/** Every island of the shop by name, such as `quiz: async () => (await import("../../quiz/quiz.island.tsx")).quiz`. */
export const islands: Readonly<IslandLoaders> = {};
