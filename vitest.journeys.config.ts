import { defineConfig } from "vitest/config";
import { longestFirst } from "./tests/support/longest-first.ts";

/** These examine many pages, open a shop or wait: they begin, so that no worker is left with one at the end. */
const longest = [
  "pages",
  "database-away",
  "orders-killed",
  "buying-box",
  "account",
  "checkout-form",
  "countries",
  "cart-copy",
  "cart-page",
  "session-ended",
  "purchase",
];

/** Browser journeys against the production build: one shop for the run, a browser for each worker. */
export default defineConfig({
  test: {
    include: ["tests/journeys/**/*.journey.test.ts"],
    globalSetup: ["tests/journeys/support/global-setup.ts"],
    pool: "forks",
    // A journey waits for a third of its time: three keep two cores busy.
    maxWorkers: 3,
    isolate: false,
    sequence: { sequencer: longestFirst(longest.map((name) => `/${name}.journey.test.ts`)) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second, as vitest has it, is not enough for an answer of the shop while three browsers share two cores.
    expect: { poll: { timeout: 20_000 } },
  },
});
