import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { libcOfThisMachine, missingPackages } from "./missing-packages.mjs";
import { remembered } from "./remembered.mjs";
import { begin, fail } from "./say.mjs";

/** The root folder of the project, independent of the working directory. */
export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(projectDir, ...parts);

/** Exits with a message when Node is older than `engines` in package.json requires. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Chowk needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and start again.`);
}

/**
 * Installs the packages of the lock file that are missing from node_modules: all of them with `dev`, else only those needed
 * at run time. Reads npm's own record of what is installed, so a manual install counts too.
 */
export async function ensureInstalled({ dev }) {
  const missing = await remembered({
    memo,
    key: `packages ${dev ? "dev " : ""}${process.platform}-${process.arch}`,
    files: [at("package-lock.json"), installedRecord, at("scripts/missing-packages.mjs")],
    compute: () => listMissing(dev),
  });
  if (missing.length === 0) return;
  const keepsDev = dev || hasDevPackages();
  const done = begin(`Installing packages (${missing.length} missing)`);
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  await run("npm", keepsDev ? args : [...args, "--omit=dev"], "The packages could not be installed");
  done();
}

function listMissing(dev) {
  const wanted = JSON.parse(readFileSync(at("package-lock.json"), "utf8")).packages;
  const machine = { platform: process.platform, arch: process.arch, libc: libcOfThisMachine };
  return missingPackages(wanted, installedPackages(), { dev, ...machine });
}

function hasDevPackages() {
  return installedPackages()["node_modules/vitest"] !== undefined;
}

/** npm's own record. */
const installedRecord = at("node_modules/.package-lock.json");

function installedPackages() {
  return existsSync(installedRecord) ? JSON.parse(readFileSync(installedRecord, "utf8")).packages : {};
}

/** Keeps what was found about sources and packages between starts. */
const memo = at("dist/checked.json");

/** Returns a hash of everything that the build depends on. */
function sourceHash() {
  const files = ["package.json", "package-lock.json", "vite.config.ts", "scripts/build.mjs", "scripts/module-hash.mjs"];
  const all = [...files.map((file) => at(file)), ...sourcesIn(at("src"))];
  return remembered({ memo, key: "sources", files: all, compute: () => hashOf(all) });
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${relative(projectDir, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/** Returns all files of a folder but the tests, in a fixed order. */
function sourcesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

/**
 * Builds client and server unless a build of the current sources exists. Each build has its own folder, named by the hash of
 * the sources, so a running shop keeps its files while another version is built.
 * @returns the folder of the build
 */
export async function ensureBuilt() {
  const hash = (await sourceHash()).slice(0, 16);
  const folder = at("dist", hash);
  if (existsSync(join(folder, "build.json"))) return folder;
  const done = begin("Building the shop");
  const part = at("dist", `${hash}.${process.pid}.part`);
  await run(process.execPath, [at("scripts/build.mjs"), part], "The build failed");
  removeOldBuilds();
  moveIntoPlace(part, folder);
  done();
  return folder;
}

/** Renames atomically. Two starts at once may both have built: the same sources give the same build. */
function moveIntoPlace(part, folder) {
  try {
    renameSync(part, folder);
  } catch (error) {
    if (!existsSync(join(folder, "build.json"))) throw error;
    rmSync(part, { recursive: true, force: true });
  }
}

/** How many builds to keep, since a running shop may serve from an earlier one. */
const maxBuilds = 3;

function removeOldBuilds() {
  const builds = readdirSync(at("dist"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      path: at("dist", name),
      time: statSync(at("dist", name)).mtimeMs,
      isPart: name.endsWith(".part"),
    }))
    .sort((a, b) => b.time - a.time);
  const hourAgo = Date.now() - 3_600_000;
  const old = [
    ...builds.filter(({ isPart }) => !isPart).slice(maxBuilds),
    ...builds.filter(({ isPart, time }) => isPart && time < hourAgo),
  ];
  for (const { path } of old) rmSync(path, { recursive: true, force: true });
}

/** Runs a command and returns its output. On failure prints the output and exits. */
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
