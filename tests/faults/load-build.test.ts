import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const loader = fileURLToPath(new URL("../../scripts/load-build.mjs", import.meta.url));
const filler = Array.from({ length: 2000 }, (_, index) => `function unused${index}() { return ${index}; }\n`).join("");

/** A build of two files that require each other. */
async function makeBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "chowk-build-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const main = `${filler}exports.word = "whole"; const { say } = require("./other.js"); exports.run = () => say();`;
  await writeFile(join(folder, "main.js"), main);
  await writeFile(join(folder, "other.js"), 'const main = require("./main.js"); exports.say = () => main.word;');
  return folder;
}

/** Runs a build in a process of its own. @returns what it says, and whether its code was compiled anew */
async function runBuild(folder: string, nodeOptions: string[] = []): Promise<string> {
  const code = `const { openLoader } = await import(${JSON.stringify(loader)});
    const { load, keep } = openLoader();
    const { run } = load(${JSON.stringify(join(folder, "main.js"))});
    console.log(run(), keep());`;
  const args = [...nodeOptions, "--input-type=module", "-e", code];
  return (await promisify(execFile)(process.execPath, args)).stdout.trim();
}

const codeOf = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith(".code"));

test("compiled code is kept once, and used while Node and its options are the same", async () => {
  const folder = await makeBuild();
  expect(await runBuild(folder)).toBe("whole 1");
  expect(await codeOf(folder)).toHaveLength(1);
  expect(await runBuild(folder)).toBe("whole 0");
  expect(await runBuild(folder, ["--max-lazy"])).toBe("whole 1");
  expect(await runBuild(folder, ["--max-lazy"])).toBe("whole 0");
});

test("compiled code that is damaged or cut off is not used", async () => {
  const folder = await makeBuild();
  await runBuild(folder);
  const [name = ""] = await codeOf(folder);
  const file = join(folder, name);
  const whole = await readFile(file);
  for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.alloc(0), Buffer.from(whole).fill(7, 400, 600)]) {
    await writeFile(file, bytes);
    expect(await runBuild(folder)).toBe("whole 1");
    expect(await runBuild(folder)).toBe("whole 0");
  }
});
