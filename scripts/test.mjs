// `npm test`: installs, builds, runs the unit and wire tests, then the browser journeys; prints a summary.
//   --postgres            uses a PostgreSQL server started from Debian's binaries instead of the embedded one
//   --only unit|journeys  runs one suite
// Other arguments go to vitest: npm test -- --only unit src/shop/cart
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { startPostgres } from "./debian-postgres.mjs";
import { ensureInstalled, projectDir, requireNode } from "./project.mjs";
import { fail } from "./say.mjs";
import { countTests, describeCounts } from "./test-counts.mjs";

const suites = [
  { name: "unit", title: "unit and wire", config: "vitest.config.ts", needsBuild: true },
  { name: "journeys", title: "browser journeys", config: "vitest.journeys.config.ts", needsBuild: true },
];
const options = readArguments(process.argv.slice(2));
/**
 * Holds the run's temporary files and is removed at the end. World-writable like /tmp, because some tests run PostgreSQL as
 * another user.
 */
const runDir = mkdtempSync(join(tmpdir(), "chowk-run-"));
chmodSync(runDir, 0o1777);
/** Prefix of the run's folders in /dev/shm, which are removed at the end too. */
const run = basename(runDir);
const memory = "/dev/shm";
const environment = { ...process.env, TMPDIR: runDir, TEST_RUN: run, NODE_ENV: "test" };
const stops = [];
const times = [];
const totals = { passed: 0, skipped: 0, flaky: [], failures: [] };

requireNode();
let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stopEarly(signal));
try {
  await timed("install", () => ensureInstalled({ dev: true }));
  if (options.postgres) await timed("PostgreSQL", usePostgres);
  await runSuites();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  totals.failures.push(error.message);
}
await stopAll();
if (!stopping) report();

function readArguments(given) {
  const parsed = { postgres: false, only: undefined, rest: [] };
  for (let index = 0; index < given.length; index++) {
    if (given[index] === "--postgres") parsed.postgres = true;
    else if (given[index] === "--only") parsed.only = given[++index];
    else parsed.rest.push(given[index]);
  }
  const names = suites.map(({ name }) => name);
  if (parsed.only !== undefined && !names.includes(parsed.only)) fail(`--only takes one of ${names.join(", ")}.`);
  return parsed;
}

async function usePostgres() {
  const server = await startPostgres(runDir);
  stops.push(server.stop);
  environment.TEST_DATABASE_URL = server.url;
}

async function runSuites() {
  const chosen = suites.filter(({ name }) => options.only === undefined || options.only === name);
  const built = chosen.some(({ needsBuild }) => needsBuild) && (await timed("build", build));
  for (const suite of chosen) {
    if (stopping) return;
    if (suite.needsBuild && !built) addNotRun(suite.title, "the build failed");
    else await timed(suite.title, () => runSuite(suite));
  }
  if (options.rest.length > 0 && totals.passed + totals.failures.length === 0)
    addNotRun("all parts", "no test matches the arguments");
}

/** Builds in a child process, so that a failed build does not end the run. */
async function build() {
  const code = 'const { ensureBuilt } = await import("./scripts/project.mjs"); await ensureBuilt();';
  return (await runChild(process.execPath, ["--input-type=module", "-e", code])) === 0;
}

async function runSuite({ name, title, config }) {
  const report = join(runDir, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  // With a filter, a suite may have no matching files.
  const given = options.rest.length > 0 ? ["--passWithNoTests", ...options.rest] : [];
  const vitest = join(projectDir, "node_modules/vitest/vitest.mjs");
  const code = await runChild(process.execPath, [vitest, "run", "--config", config, ...reporters, ...given]);
  const counts = countTests(report, projectDir);
  if (counts === undefined) return addNotRun(title, "vitest wrote no report");
  totals.passed += counts.passed;
  totals.skipped += counts.skipped;
  totals.flaky.push(...counts.flaky);
  totals.failures.push(...counts.failures);
  if (given.length === 0 && counts.passed + counts.failures.length === 0) addNotRun(title, "no test ran");
  else if (code !== 0 && counts.failures.length === 0) addNotRun(title, `vitest exited with status ${code}`);
}

function addNotRun(title, why) {
  if (stopping) return;
  totals.failures.push(`${title}: ${why}`);
}

async function timed(name, work) {
  const start = performance.now();
  try {
    return await work();
  } finally {
    times.push([name, (performance.now() - start) / 1000]);
  }
}

/** Runs a command in its own process group, so that stopping it also stops its children. */
function runChild(command, args) {
  return new Promise((resolve) => {
    if (stopping) return resolve(1);
    const child = spawn(command, args, {
      cwd: projectDir,
      env: environment,
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
    });
    stops.push(() => endGroup(child.pid));
    child.on("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Sends SIGTERM to the group, waits until all its processes have ended, and sends SIGKILL after ten seconds. */
async function endGroup(group) {
  for (let attempt = 0; signalGroup(group, attempt < 100 ? (attempt === 0 ? "SIGTERM" : 0) : "SIGKILL"); attempt++)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** @returns false when the group has no processes left */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

async function stopAll() {
  for (const stop of stops.splice(0).reverse()) await stop();
  const kept = existsSync(memory) ? readdirSync(memory).filter((name) => name.startsWith(run)) : [];
  for (const folder of [runDir, ...kept.map((name) => join(memory, name))])
    rmSync(folder, { recursive: true, force: true });
}

async function stopEarly(signal) {
  if (stopping) return;
  stopping = true;
  process.stderr.write(`\nStopped by ${signal}; stopping all processes ...\n`);
  await stopAll();
  process.exit(signal === "SIGINT" ? 130 : 143);
}

function report() {
  process.stdout.write("\n");
  for (const [name, seconds] of times)
    process.stdout.write(`${name.padEnd(18)}${`${seconds.toFixed(1)} s`.padStart(9)}\n`);
  const total = times.reduce((sum, [, seconds]) => sum + seconds, 0);
  process.stdout.write(`${"all".padEnd(18)}${`${total.toFixed(1)} s`.padStart(9)}\n\n`);
  process.stdout.write(describeCounts(totals));
  process.exitCode = totals.failures.length > 0 ? 1 : 0;
}
