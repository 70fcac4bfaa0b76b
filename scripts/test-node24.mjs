// `npm run test:node24`: `npm test` on Node 24, from the npm package that carries its binary; its arguments go on to it.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectDir } from "./project.mjs";
import { begin } from "./say.mjs";

const version = "24.21.0";
const systems = { linux: "linux", darwin: "darwin", win32: "win" };
const name = `node-${systems[process.platform] ?? process.platform}-${process.arch}`;
const folder = mkdtempSync(join(tmpdir(), "chowk-node24-"));
// Some tests lend the binary to another user.
chmodSync(folder, 0o755);

let running;
// What runs ends by itself, and is waited for.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => running?.kill(signal));
try {
  process.exitCode = (await install()) ? await test() : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function install() {
  const done = begin(`Fetching Node ${version}`);
  const args = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const isInstalled = (await run("npm", [...args, `${name}@${version}`])) === 0;
  done();
  if (!isInstalled) process.stderr.write(`${name}@${version} could not be installed: is the registry in reach?\n`);
  return isInstalled;
}

function test() {
  const inBin = join(folder, "node_modules", name, "bin", "node");
  const node = existsSync(inBin) ? inBin : `${inBin}.exe`;
  return run(node, [join(projectDir, "scripts/test.mjs"), ...process.argv.slice(2)]);
}

/** @returns its exit status. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = (running = spawn(command, args, { cwd: projectDir, stdio: "inherit" }));
    child.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}
