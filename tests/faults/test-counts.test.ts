import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
// @ts-expect-error plain JavaScript without declarations
import { countTests, describeCounts } from "../../scripts/test-counts.mjs";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));

/** Runs vitest with one retry on the given test file. @returns its folder and the path of its report */
async function runVitest(code: string): Promise<{ folder: string; report: string }> {
  const folder = await mkdtemp(join(tmpdir(), "chowk-counts-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(projectDir, "node_modules"), join(folder, "node_modules"));
  const report = join(folder, "report.json");
  await writeFile(join(folder, "sample.test.mjs"), code);
  await writeFile(
    join(folder, "vitest.config.mjs"),
    'export default { test: { retry: 1, include: ["*.test.mjs"], exclude: [] } }',
  );
  const vitest = join(projectDir, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--root", folder, "--reporter=json", `--outputFile=${report}`];
  await once(spawn(process.execPath, [vitest, ...args], { stdio: "ignore" }), "exit");
  return { folder, report };
}

test("a test that passes at the second attempt is passed and listed as flaky; a failed one is named too", async () => {
  // The skipped test is part of the sample, whose counts are checked.
  const { folder, report } = await runVitest(`
    import { describe, expect, test } from "vitest";
    let attempts = 0;
    describe("a group", () => {
      test("passes later", () => expect(++attempts).toBe(2));
      test("passes", () => {});
      test("fails", () => expect(1).toBe(2));
      test.skip("is skipped", () => {});
    });
  `);
  const flaky = ["sample.test.mjs > a group > passes later"];
  const counts = countTests(report, folder);
  const failures = ["sample.test.mjs > a group > fails"];
  expect(counts).toEqual({ passed: 2, skipped: 1, flaky, failures });
  expect(describeCounts(counts)).toBe(
    "flaky: sample.test.mjs > a group > passes later\n" +
      "failed: sample.test.mjs > a group > fails\n" +
      "2 passed, 1 failed, 1 skipped, 1 flaky\n",
  );
});

test("a file that fails before its first test is one failure", async () => {
  const { folder, report } = await runVitest("throw new Error('broken');");
  expect(countTests(report, folder)).toEqual({ passed: 0, skipped: 0, flaky: [], failures: ["sample.test.mjs"] });
});

test("without a report there are no counts", () => {
  expect(countTests(join(projectDir, "no-such-report.json"), projectDir)).toBeUndefined();
});

test("a run without skipped, flaky and failed tests has one last line", () => {
  expect(describeCounts({ passed: 5, skipped: 0, flaky: [], failures: [] })).toBe("5 passed, 0 failed\n");
});
