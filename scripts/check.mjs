// `npm run check`: runs format, lint, types, architecture and dead code checks in parallel, then prints file and function sizes.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, projectDir, requireNode } from "./project.mjs";

const parts = [
  {
    name: "format",
    command: "biome",
    args: ["check", "--linter-enabled=false", "--reporter=summary", "."],
    remedy: "npm run format",
  },
  { name: "lint", command: "oxlint", args: ["--type-aware", "--deny-warnings", "--format=unix"] },
  {
    name: "types",
    command: "tsc",
    args: ["--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.json"],
  },
  { name: "architecture", command: "tsx", args: ["tests/architecture/report.ts"] },
  { name: "dead code", command: "knip", args: ["--no-progress"] },
];

requireNode();
await ensureInstalled({ dev: true });
const began = performance.now();
const results = await Promise.all(parts.map(runPart));
const seconds = (performance.now() - began) / 1000;
for (const { name, ok, output, remedy } of results) {
  if (!ok)
    process.stdout.write(`\n--- ${name} ---\n${output.trim()}\n${remedy ? `(${remedy} fixes most of this)\n` : ""}`);
}
const { sizeTable } = await import("./size-table.mjs");
process.stdout.write(`\n${sizeTable().join("\n")}\n\n`);
for (const result of results) process.stdout.write(line(result.name, result.seconds, result.ok ? "ok" : "FAILED"));
const failed = results.filter(({ ok }) => !ok).length;
process.stdout.write(line("check", seconds, failed === 0 ? "ok" : `${failed} of ${results.length} failed`));
process.exitCode = failed === 0 ? 0 : 1;

/** Runs one check and captures its output; a check that cannot start counts as failed. */
function runPart({ name, command, args, remedy }) {
  const start = performance.now();
  return new Promise((resolve) => {
    const chunks = [];
    const end = (ok) =>
      resolve({
        name,
        ok,
        remedy,
        output: Buffer.concat(chunks).toString(),
        seconds: (performance.now() - start) / 1000,
      });
    const child = spawn(join(projectDir, "node_modules/.bin", command), args, {
      cwd: projectDir,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => {
      chunks.push(Buffer.from(error.message));
      end(false);
    });
    child.on("close", (code) => end(code === 0));
  });
}

function line(name, seconds, outcome) {
  return `${name.padEnd(14)}${`${seconds.toFixed(1)} s`.padStart(8)}  ${outcome}\n`;
}
