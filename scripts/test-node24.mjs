// `npm run test:node24`: runs `npm test` on Node 24, taken from an npm package. Passes its arguments on.
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
// Some tests run the binary as another user.
chmodSync(folder, 0o755);

let running;
// The child stops by itself on a signal; wait for it.
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
  if (!isInstalled) process.stderr.write(`${name}@${version} could not be installed. Is the npm registry reachable?\n`);
  return isInstalled;
}

function test() {
  const inBin = join(folder, "node_modules", name, "bin", "node");
  const node = existsSync(inBin) ? inBin : `${inBin}.exe`;
  return run(node, [join(projectDir, "scripts/test.mjs"), ...process.argv.slice(2)]);
}

/** @returns the exit status */
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
