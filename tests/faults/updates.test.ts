import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const script = new URL("../../scripts/updates.mjs", import.meta.url).pathname;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Starts a registry on loopback that knows "tea" in three releases. @param audit its answer about faults; undefined: none */
async function openRegistry(newest: number, audit: object | undefined): Promise<string> {
  const versions = ["1.0.0", "1.0.1", "2.0.0-beta.1"];
  const server = createServer((request, response) => {
    const isAudit = request.method === "POST";
    const known = {
      name: "tea",
      "dist-tags": { latest: "1.0.1" },
      versions: Object.fromEntries(versions.map((version) => [version, { name: "tea", version, dist: {} }])),
      time: { "1.0.0": daysAgo(900), "2.0.0-beta.1": daysAgo(800), "1.0.1": daysAgo(newest) },
    };
    request.resume().on("end", () => {
      response.statusCode = isAudit && !audit ? 405 : 200;
      response.setHeader("content-type", "application/json").end(JSON.stringify(isAudit ? (audit ?? {}) : known));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs the check in a project that has tea 1.0.0. */
async function check(registry: string, ...args: string[]) {
  const project = await mkdtemp(join(tmpdir(), "updates-"));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  const own = { name: "shop", version: "1.0.0", dependencies: { tea: "1.0.0" } };
  const tea = { version: "1.0.0", resolved: `${registry}/tea/-/tea-1.0.0.tgz`, integrity: "sha512-AAAA" };
  const lock = { ...own, lockfileVersion: 3, requires: true, packages: { "": own, "node_modules/tea": tea } };
  await mkdir(join(project, "node_modules/tea"), { recursive: true });
  await writeFile(join(project, "package.json"), JSON.stringify(own));
  await writeFile(join(project, "package-lock.json"), JSON.stringify(lock));
  await writeFile(join(project, "node_modules/tea/package.json"), JSON.stringify({ name: "tea", version: "1.0.0" }));
  const env = {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache: join(project, "cache"),
    npm_config_fetch_retries: "0",
  };
  const run = promisify(execFile)(process.execPath, [script, ...args], { cwd: project, env });
  return run.then(
    ({ stdout }) => ({ failed: false, stdout }),
    ({ stdout }: { stdout: string }) => ({ failed: true, stdout }),
  );
}

test("a library passes while its successor is younger than the limit, and fails after it", async () => {
  const young = await check(await openRegistry(100, {}));
  expect(young).toEqual({ failed: false, stdout: expect.stringContaining("tea 1.0.0: newer releases for 100 days\n") });
  const old = await check(await openRegistry(181, {}));
  expect(old).toEqual({ failed: true, stdout: expect.stringContaining("too old: tea 1.0.0") });
});

test("a library with a known fault fails with the days of its severity", async () => {
  const fault = { id: 1, url: "", title: "Spills", severity: "high", vulnerable_versions: "<1.0.1", cwe: [], cvss: {} };
  const { failed, stdout } = await check(await openRegistry(10, { tea: [fault] }));
  expect([failed, stdout]).toEqual([true, expect.stringMatching(/tea .*has a high fault: replace it within 14 days/)]);
});

test("without an answer the check says what it has not checked, and fails only if that is required", async () => {
  const silent = await openRegistry(10, undefined);
  expect(await check(silent)).toEqual({ failed: false, stdout: expect.stringContaining("not checked: known faults") });
  const away = "http://127.0.0.1:1";
  const { failed, stdout } = await check(away, "--require");
  expect([failed, stdout]).toEqual([true, expect.stringContaining("not checked: newer releases")]);
});
