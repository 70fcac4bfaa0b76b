import { defineConfig } from "vitest/config";
import { slowestFirst } from "./tests/support/slowest-first.ts";

/** The slowest files, started first so that no worker is left with a long one at the end. */
const slowest = [
  "page-types",
  "original-cart-page",
  "client-product",
  "wishlist-plain",
  "original-drawer",
  "drawer-changes",
  "buying-box",
  "original-adding",
  "original-checkout",
  "express",
  "contact-form",
  "original-steppers",
  "wishlist-several",
  "islands",
  "choice-buttons",
  "orders-killed",
  "messages-killed",
  "database-away",
  "scrolling",
  "home-sections",
  "wishlist-manager",
  "account",
  "listing",
  "countries",
];

/** Browser journeys against the production build: one shop for the whole run, one browser per worker. */
export default defineConfig({
  test: {
    include: ["tests/journeys/**/*.journey.test.ts"],
    globalSetup: ["tests/journeys/support/global-setup.ts"],
    pool: "forks",
    // Journeys spend a third of their time waiting: three workers keep two cores busy.
    maxWorkers: 3,
    isolate: false,
    sequence: { sequencer: slowestFirst(slowest.map((name) => `/${name}.journey.test.ts`)) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One flaky test must not cost a whole CI run. `npm test` lists it at the end.
    retry: process.env.CI ? 1 : 0,
    // vitest's default of one second is too short when three browsers share two cores.
    expect: { poll: { timeout: 20_000 } },
  },
});
