// `npm run updates`: checks the libraries against the time limits in docs/security/updates.md. It asks npm for known faults
// and for newer versions. Without a registry it says what it could not check and succeeds; with --require it fails then.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Days after which a library must be replaced, by the severity of its fault. */
const faultDays = { critical: 3, high: 14, moderate: 30, low: 90 };

/** Days for which a newer release may be left alone, of libraries in production and of tools. */
const releaseDays = { dependencies: 180, devDependencies: 365 };

/** Libraries that stay in their major version, which is that of another program: Node 20 is the oldest that the shop supports. */
const heldInMajor = ["@types/node"];

const dayMs = 86_400_000;
const isRequired = process.argv.includes("--require");
const problems = [];
const unchecked = [];

await checkFaults();
await checkReleases();
for (const line of unchecked) print(`not checked: ${line}`);
for (const line of problems) print(`too old: ${line}`);
if (problems.length === 0 && unchecked.length === 0) print("All libraries are within the limits.");
process.exitCode = problems.length > 0 || (isRequired && unchecked.length > 0) ? 1 : 0;

/** npm does not say since when a fault is known, so every fault is reported. Its severity says how many days there are to fix it. */
async function checkFaults() {
  const report = await npm(["audit", "--omit=dev", "--json"]);
  if (!report?.vulnerabilities) return unchecked.push("known faults, because the registry gives none");
  for (const { name, severity, range } of Object.values(report.vulnerabilities))
    if (severity in faultDays)
      problems.push(`${name} ${range} has a ${severity} fault: replace it within ${faultDays[severity]} days`);
}

async function checkReleases() {
  const outdated = await npm(["outdated", "--json", "--long"]);
  if (!outdated || outdated.error) return unchecked.push("newer releases, because the registry does not answer");
  // Packages for other platforms have no current version.
  for (const [name, { current, type }] of Object.entries(outdated).filter(([, { current }]) => current !== undefined)) {
    const times = await npm(["view", name, "time", "--json"]);
    if (!times || times.error) unchecked.push(`newer releases of ${name}`);
    else checkAge({ name, current, most: releaseDays[type] ?? releaseDays.dependencies }, times);
  }
}

function checkAge({ name, current, most }, times) {
  const isOffered = (version) => !heldInMajor.includes(name) || version.split(".")[0] === current.split(".")[0];
  const newer = Object.entries(times).filter(
    ([version]) => isRelease(version) && isOffered(version) && compare(version, current) > 0,
  );
  const since = Math.min(...newer.map(([, at]) => Date.parse(at)));
  const days = Math.floor((Date.now() - since) / dayMs);
  const line = `${name} ${current}: newer releases for ${days} days`;
  if (days > most) problems.push(`${line}, at most ${most} are allowed`);
  else if (days >= 0) print(line);
}

function isRelease(version) {
  return /^\d+\.\d+\.\d+$/.test(version);
}

function compare(one, other) {
  const [left, right] = [one, other].map((version) => version.split(/[.-]/).slice(0, 3).map(Number));
  return left.map((part, at) => part - right[at]).find((difference) => difference !== 0) ?? 0;
}

/** Returns what an npm command prints as JSON; undefined if it prints none. npm also fails when it has found something. */
async function npm(args) {
  const options = { maxBuffer: 64 << 20, timeout: 120_000 };
  const { stdout } = await promisify(execFile)("npm", args, options).catch((error) => error);
  try {
    return stdout?.trim() === "" && args[0] === "outdated" ? {} : JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
