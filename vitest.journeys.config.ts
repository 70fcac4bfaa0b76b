import { defineConfig } from "vitest/config";

/** Browser journeys against the production build: one shop for the run, a browser for each file. */
export default defineConfig({
  test: {
    include: ["tests/journeys/**/*.journey.test.ts"],
    globalSetup: ["tests/journeys/support/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
