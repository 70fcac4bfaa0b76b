import { readFileSync } from "node:fs";
import { relative } from "node:path";

/**
 * Counts the tests of a vitest JSON report. A file that fails before its first test counts as one failure.
 * @param report path of the report
 * @param root folder that the names of test files are relative to
 * @returns { passed, skipped, flaky, failures }, or undefined without a readable report; `flaky` names the tests that passed at
 * the second attempt, `failures` the failed tests and files
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
    skipped: count("skipped", "pending", "todo", "disabled"),
    flaky: tests.filter(wasRetried).map((test) => nameOf(test, root)),
    failures: [
      ...tests.filter(hasFailed).map((test) => nameOf(test, root)),
      ...silent.map(({ name }) => relative(root, name)),
    ],
  };
}

/** Returns the last lines of a run's output: its flaky and failed tests, and all counts. */
export function describeCounts({ passed, skipped, flaky, failures }) {
  const counts = [`${passed} passed`, `${failures.length} failed`];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  if (flaky.length > 0) counts.push(`${flaky.length} flaky`);
  const names = [...flaky.map((name) => `flaky: ${name}`), ...failures.map((name) => `failed: ${name}`)];
  return [...names, counts.join(", ")].map((line) => `${line}\n`).join("");
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
