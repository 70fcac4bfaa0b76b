import { readFileSync } from "node:fs";
import { relative } from "node:path";

/**
 * Counts the tests of a vitest JSON report. A file that fails before its first test counts as one failure.
 * @param report path of the report
 * @param root folder that the names of test files are relative to
 * @returns { passed, failed, skipped, flaky }, or undefined without a readable report; `flaky` names the tests that passed at
 * the second attempt
 */
export function countTests(report, root) {
  let files;
  try {
    files = JSON.parse(readFileSync(report, "utf8")).testResults;
  } catch {
    return undefined;
  }
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })));
  const silent = files.filter((file) => file.status === "failed" && !file.assertionResults.some(hasFailed));
  const count = (...wanted) => tests.filter(({ status }) => wanted.includes(status)).length;
  return {
    passed: count("passed"),
    failed: count("failed") + silent.length,
    skipped: count("skipped", "pending", "todo", "disabled"),
    flaky: tests.filter(wasRetried).map((test) => nameOf(test, root)),
  };
}

/** Returns the last lines of a run's output: its flaky tests, and all counts. */
export function describeCounts({ passed, failed, skipped, flaky }) {
  const counts = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  if (flaky.length > 0) counts.push(`${flaky.length} flaky`);
  return [...flaky.map((name) => `flaky: ${name}`), counts.join(", ")].map((line) => `${line}\n`).join("");
}

function hasFailed({ status }) {
  return status === "failed";
}

/** The report keeps the failures of a test's earlier attempts. */
function wasRetried({ status, failureMessages }) {
  return status === "passed" && failureMessages.length > 0;
}

function nameOf({ file, ancestorTitles, title }, root) {
  return [relative(root, file), ...ancestorTitles, title].join(" > ");
}
