import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import { openS3 } from "#platform/storage/s3.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { openS3Server, type S3Server } from "../../../tests/support/s3-server.ts";
import { mediaFiles } from "./media-files.ts";

let parent: string;
let server: S3Server;
const apps = new Map<string, FastifyInstance>();

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "chowk-media-"));
  server = await openS3Server();
  await writeFile(join(parent, "secret.avif"), "secret");
  const { endpoint, bucket, account } = server;
  const s3 = openS3({ endpoint, bucket, region: account.region, credentials: account, prefix: "media/" });
  for (const [name, storage] of [
    ["a local folder", openLocalFolder(join(parent, "media"))] as const,
    ["object storage", s3] as const,
  ])
    apps.set(name, await serve(storage));
  return async () => {
    for (const app of apps.values()) await app.close();
    await server.close();
    await rm(parent, { recursive: true });
  };
});

async function serve(storage: FileStorage): Promise<FastifyInstance> {
  for (const name of ["tea-800.webp", "tea-800.avif", "mug-800.webp", "tea.jpg", ".hidden.jpg"])
    await storage.put(`ab/${name}`, Buffer.from(name));
  await storage.put("ab/prices.pdf", Buffer.from("%PDF-"));
  await storage.put("ab/empty.png", new Uint8Array());
  const app = fastify();
  const sending = { maxAge: "365d", immutable: true, lastModified: false, index: false, redirect: false } as const;
  await mediaFiles(app, { pattern: "/media/*", storage, sending: { ...sending, dotfiles: "deny" } });
  return app;
}

const browsers = "image/avif,image/webp,image/apng,*/*;q=0.8";

describe.each(["a local folder", "object storage"])("from %s", (name) => {
  const ask = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" | "POST" = "GET") =>
    (apps.get(name) as FastifyInstance).inject({ url, headers, method });
  const get = (url: string, accept?: string) => ask(url, accept === undefined ? {} : { accept });

  test("documents are downloaded, pictures are shown", async () => {
    expect((await get("/media/ab/prices.pdf")).headers["content-disposition"]).toBe("attachment");
    expect((await get("/media/ab/tea.jpg")).headers["content-disposition"]).toBeUndefined();
  });

  test("a WebP rendition is sent as AVIF if the browser accepts it, with Vary", async () => {
    const small = await get("/media/ab/tea-800.webp", browsers);
    expect([small.body, small.headers["content-type"], small.headers.vary]).toEqual([
      "tea-800.avif",
      "image/avif",
      "Accept",
    ]);
    expect(small.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const plain = await get("/media/ab/tea-800.webp", "image/webp,*/*");
    expect([plain.body, plain.headers["content-type"], plain.headers.vary]).toEqual([
      "tea-800.webp",
      "image/webp",
      "Accept",
    ]);
    expect((await get("/media/ab/tea-800.webp")).body).toBe("tea-800.webp");
  });

  test("pictures without an AVIF rendition, and other files, are sent unchanged", async () => {
    expect((await get("/media/ab/mug-800.webp", browsers)).body).toBe("mug-800.webp");
    const original = await get("/media/ab/tea.jpg", browsers);
    expect([original.body, original.headers.vary]).toEqual(["tea.jpg", undefined]);
  });

  test("files outside the folder are neither sent nor revealed", async () => {
    const paths = ["../secret.webp", "..%2fsecret.webp", "%2e%2e/secret.webp", "ab/../../secret.webp", "nothing.webp"];
    for (const path of paths) expect((await get(`/media/${path}`, browsers)).statusCode).toBe(404);
  });

  test("an unsatisfiable range is answered with 416", async () => {
    expect((await ask("/media/ab/tea.jpg", { range: "bytes=900-999" })).statusCode).toBe(416);
  });

  test.each([
    ["bytes=0-2", 206, "tea", "bytes 0-2/7"],
    ["bytes=4-", 206, "jpg", "bytes 4-6/7"],
    ["bytes=-3", 206, "jpg", "bytes 4-6/7"],
    ["bytes=4-99", 206, "jpg", "bytes 4-6/7"],
    ["bytes=0-0,2-3", 200, "tea.jpg", undefined],
    ["items=0-2", 200, "tea.jpg", undefined],
    ["bytes=7-", 416, "", undefined],
  ])("the range %s is answered %d %j", async (range, status, body, contentRange) => {
    const answer = await ask("/media/ab/tea.jpg", { range });
    expect([answer.statusCode, answer.body, answer.headers["content-range"]]).toEqual([status, body, contentRange]);
  });

  test("conditional requests: 304 for a known version, the whole file if another version is being resumed", async () => {
    const { etag = "" } = (await get("/media/ab/tea.jpg")).headers;
    const same = await ask("/media/ab/tea.jpg", { "if-none-match": String(etag) });
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, "", etag]);
    expect((await ask("/media/ab/tea.jpg", { "if-none-match": '"other"' })).statusCode).toBe(200);
    expect((await ask("/media/ab/tea.jpg", { "if-match": '"other"' })).statusCode).toBe(412);
    const resumed = await ask("/media/ab/tea.jpg", { range: "bytes=0-2", "if-range": '"other"' });
    expect([resumed.statusCode, resumed.body]).toEqual([200, "tea.jpg"]);
  });
});

test.each([
  ["GET", "/media/ab/tea.jpg", {}],
  ["HEAD", "/media/ab/tea.jpg", {}],
  ["HEAD", "/media/ab/tea.jpg", { range: "bytes=2-3" }],
  ["GET", "/media/ab/empty.png", {}],
  ["GET", "/media/ab/empty.png", { range: "bytes=0-" }],
  ["GET", "/media/ab/tea.jpg", { range: "bytes=9-" }],
  ["GET", "/media/ab/tea-800.webp", { accept: browsers }],
  ["HEAD", "/media/ab/mug-800.webp", { accept: browsers }],
  ["GET", "/media/ab/tea.jpg", { "if-none-match": "*" }],
  ["GET", "/media/ab/tea.jpg", { "if-none-match": "*", "cache-control": "no-cache" }],
  ["GET", "/media/ab/tea.jpg", { "if-match": '"other"' }],
  ["GET", "/media/ab/missing.jpg", {}],
  ["HEAD", "/media/ab/missing.jpg", {}],
  ["GET", "/media/ab/.hidden.jpg", {}],
  ["GET", "/media/ab", {}],
  ["GET", "/media/ab/", {}],
  ["GET", "/media/", {}],
  ["POST", "/media/ab/tea.jpg", {}],
] as const)("%s %s with %j gets the same response from both storages", async (method, url, headers) => {
  const answers = await Promise.all(
    [...apps.values()].map(async (app) => {
      const { statusCode, body, headers: sent } = await app.inject({ method, url, headers });
      const { date: _date, etag, connection: _connection, ...stable } = sent;
      return { statusCode, body, stable, hasTag: etag !== undefined };
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
});
