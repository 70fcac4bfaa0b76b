import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These examine whole pages, restart a shop or wait: they begin, so that no worker is left with one at the end. */
const longest = ["pages", "database-away", "orders-killed", "killed", "purchase", "client-cart", "home"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const called = (name: string) => files.filter((file) => file.moduleId.endsWith(`/${name}.journey.test.ts`));
    const first = longest.flatMap(called);
    return [...first, ...(await super.sort(files.filter((file) => !first.includes(file))))];
  }
}

/** Browser journeys against the production build: one shop for the run, a browser for each worker. */
export default defineConfig({
  test: {
    include: ["tests/journeys/**/*.journey.test.ts"],
    globalSetup: ["tests/journeys/support/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second, as vitest has it, is not enough for an answer of the shop while two browsers share two cores.
    expect: { poll: { timeout: 20_000 } },
  },
});
