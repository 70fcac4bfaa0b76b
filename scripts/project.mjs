import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { libcOfThisMachine, missingPackages } from "./missing-packages.mjs";
import { begin, fail } from "./say.mjs";

/** The folder of the project, wherever the command was called from. */
export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(projectDir, ...parts);

/** Node as old as `engines` says, or a line that says which one is needed. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Chowk needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and start again.`);
}

/**
 * Installs what the lock file names and node_modules lacks: with `dev` everything, else only what running needs.
 * What is there is read from npm's own record, so that an install made by hand counts too.
 */
export async function ensureInstalled({ dev }) {
  const wanted = JSON.parse(readFileSync(at("package-lock.json"), "utf8")).packages;
  const machine = { platform: process.platform, arch: process.arch, libc: libcOfThisMachine };
  const missing = missingPackages(wanted, installedPackages(), { dev, ...machine });
  if (missing.length === 0) return;
  const keepsDev = dev || hasDevPackages();
  const done = begin(`Installing packages (${missing.length} missing)`);
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  await run("npm", keepsDev ? args : [...args, "--omit=dev"], "The packages could not be installed");
  done();
}

function hasDevPackages() {
  return installedPackages()["node_modules/vitest"] !== undefined;
}

function installedPackages() {
  const record = at("node_modules/.package-lock.json");
  return existsSync(record) ? JSON.parse(readFileSync(record, "utf8")).packages : {};
}

/** What the build is made from: when none of it changed, neither would the build. */
export function sourceHash() {
  const hash = createHash("sha256");
  for (const file of ["package.json", "package-lock.json", "vite.config.ts", "scripts/build.mjs"])
    addFile(hash, at(file));
  addFolder(hash, at("src"));
  return hash.digest("hex");
}

function addFile(hash, file) {
  hash
    .update(`${relative(projectDir, file)}\0`)
    .update(readFileSync(file))
    .update("\0");
}

function addFolder(hash, folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    else if (!/\.test\.tsx?$/.test(entry.name)) addFile(hash, path);
  }
}

/**
 * Builds client and server when there is no build of the present sources. Each build has a folder of its own, named by
 * the sources, so that a shop that is running keeps its files while another version is built beside it.
 * @returns the folder of the build.
 */
export async function ensureBuilt() {
  const hash = sourceHash().slice(0, 16);
  const folder = at("dist", hash);
  if (existsSync(join(folder, "build.json"))) return folder;
  const done = begin("Building the shop");
  const part = at("dist", `${hash}.${process.pid}.part`);
  await run(process.execPath, [at("scripts/build.mjs"), part], "The build failed");
  removeOldBuilds();
  takeIn(part, folder);
  done();
  return folder;
}

/** Whole under its name or not at all. Two starts at once may both have built: the same sources give the same build. */
function takeIn(part, folder) {
  try {
    renameSync(part, folder);
  } catch (error) {
    if (!existsSync(join(folder, "build.json"))) throw error;
    rmSync(part, { recursive: true, force: true });
  }
}

/** How many earlier builds stay: one of them may be what a running shop serves from. */
const keptBuilds = 3;

function removeOldBuilds() {
  const builds = readdirSync(at("dist"))
    .map((name) => ({
      path: at("dist", name),
      time: statSync(at("dist", name)).mtimeMs,
      isPart: name.endsWith(".part"),
    }))
    .sort((a, b) => b.time - a.time);
  const hourAgo = Date.now() - 3_600_000;
  const old = [
    ...builds.filter(({ isPart }) => !isPart).slice(keptBuilds),
    ...builds.filter(({ isPart, time }) => isPart && time < hourAgo),
  ];
  for (const { path } of old) rmSync(path, { recursive: true, force: true });
}

/** Runs a command to its end. On failure prints what it printed and ends this process. */
export function run(command, args, failure, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: projectDir, stdio: ["ignore", "pipe", "pipe"], ...options });
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => fail(`${failure}: ${error.message}`));
    child.on("close", (code) => {
      if (code === 0) return resolve(Buffer.concat(output).toString());
      process.stderr.write(Buffer.concat(output));
      fail(`${failure} (exit status ${code}).`);
    });
  });
}
