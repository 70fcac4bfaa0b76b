import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { deleteOldAssets, publishAssets } from "#platform/storage/published-assets.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { assetFiles } from "./asset-files.ts";

const hour = 3_600_000;

test("hosts with different builds serve the files of both, until a day after the older one was replaced", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chowk-builds-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { assets: published } = localFiles(folder);
  const hosts = await Promise.all(
    ["old", "new"].map(async (build) => {
      const own = join(folder, build, "client/assets");
      await mkdir(own, { recursive: true });
      await writeFile(join(own, `main-${build}.js`), `"${build}"`);
      await writeFile(join(own, `main-${build}.js.br`), "compressed");
      await writeFile(join(own, "same.css"), "a{}");
      const app = Fastify();
      await assetFiles(app, { folder: own, prefix: "/assets/", published });
      onTestFinished(() => app.close());
      return { app, build, buildDir: join(folder, build) };
    }),
  );
  const ask = async (host: number, file: string) => {
    const answer = await hosts[host]?.app.inject({ url: `/assets/${file}`, headers: { "accept-encoding": "br" } });
    return `${answer?.statusCode} ${String(answer?.headers["content-type"])} ${answer?.body}`;
  };
  const javascript = "text/javascript; charset=utf-8";
  for (const { buildDir } of hosts) await publishAssets(published, buildDir);
  expect(await ask(0, "main-old.js")).toMatch(/^200 .*javascript.* compressed$/);
  expect(await ask(1, "main-old.js")).toBe(`200 ${javascript} "old"`);
  expect(await ask(0, "main-new.js")).toBe(`200 ${javascript} "new"`);
  expect(await ask(0, "main-other.js")).toContain("404");
  expect(await ask(0, "../builds/new.json")).toContain("404");
  expect((await hosts[1]?.app.inject("/assets/main-old.js"))?.headers["cache-control"]).toMatch(/31536000, immutable/);

  const now = Date.now();
  await utimes(join(folder, "assets/builds/old.json"), new Date(now - 90 * hour), new Date(now - 90 * hour));
  const startedAt = (await published.stat("builds/new.json"))?.modifiedAt.getTime() ?? 0;
  await deleteOldAssets(published, new Date(startedAt + 23 * hour));
  expect(await ask(1, "main-old.js")).toContain("200");
  await deleteOldAssets(published, new Date(startedAt + 25 * hour));
  expect(await ask(1, "main-old.js")).toContain("404");
  expect([await ask(0, "main-new.js"), await ask(0, "same.css")].map((answer) => answer.slice(0, 3))).toEqual([
    "200",
    "200",
  ]);
});
