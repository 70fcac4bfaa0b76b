import { defineConfig } from "vitest/config";
import { slowestFirst } from "./tests/support/slowest-first.ts";

// React's production build, as the shop runs it: the development build makes the whole run a sixth slower.
process.env.NODE_ENV = "production";

/** These files mock modules, so each one runs isolated. */
const withMocks = [
  "src/http/cached-reads/product-cards.test.ts",
  "src/http/cached-reads/catalogue-index.test.ts",
  "src/http/cached-reads/catalogue-snapshot.test.ts",
  "src/http/cached-reads/product-details.test.ts",
  "src/http/page-cache/cached-page.test.ts",
  "src/platform/storage/local-folder.test.ts",
  "src/storefront/home/shared-home.test.ts",
  "src/storefront/product/cached-during-import.test.ts",
];

/** The slowest files, started first; CPU-bound files alternate with files that wait for servers to stop. */
const slowest = [
  "/torture/run.test.ts",
  "/faults/point-in-time.test.ts",
  "/faults/several-hosts.test.ts",
  "/faults/database-kill.test.ts",
  "/faults/standby.test.ts",
  "/faults/database-joining.test.ts",
  "/import/import-safety.test.ts",
  "/faults/database-places.test.ts",
  "/cart/concurrent-adds.test.ts",
  "/cart/concurrent-totals.test.ts",
  "/faults/shop-processes.test.ts",
  "/sessions/sign-in.test.ts",
  "/faults/database-backup.test.ts",
  "/export/export-products.test.ts",
];

const common = {
  pool: "forks",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  restoreMocks: true,
  // One flaky test must not cost a whole CI run. `npm test` lists it at the end.
  retry: process.env.CI ? 1 : 0,
  setupFiles: "tests/support/after-each-file.ts",
} as const;

/** `isolate: false` loads the shop's modules once per worker instead of once per file, which halves the run time. */
export default defineConfig({
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    maxWorkers: 2,
    sequence: { sequencer: slowestFirst(slowest) },
    projects: [
      {
        test: {
          ...common,
          name: "shared",
          include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/journeys/**", "node_modules/**", ...withMocks],
          isolate: false,
        },
      },
      { test: { ...common, name: "mocks", include: withMocks } },
    ],
  },
});
