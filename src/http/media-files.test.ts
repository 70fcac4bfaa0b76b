import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { mediaFiles } from "./media-files.ts";

let app: FastifyInstance;
beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), "chowk-media-"));
  const folder = join(parent, "media");
  await mkdir(join(folder, "ab"), { recursive: true });
  for (const name of ["tea-800.webp", "tea-800.avif", "mug-800.webp", "tea.jpg"])
    await writeFile(join(folder, "ab", name), name);
  await writeFile(join(parent, "secret.avif"), "secret");
  app = fastify();
  await mediaFiles(app, { pattern: "/media/*", folder, sending: { maxAge: "365d", immutable: true } });
  return async () => {
    await app.close();
    await rm(parent, { recursive: true });
  };
});

const get = (url: string, accept?: string) => app.inject({ url, headers: accept === undefined ? {} : { accept } });
const browsers = "image/avif,image/webp,image/apng,*/*;q=0.8";

test("a WebP rendition comes as AVIF where the browser takes it, with each answer kept for its own kind", async () => {
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

test("a picture without an AVIF rendition, and any other file, comes as it is", async () => {
  expect((await get("/media/ab/mug-800.webp", browsers)).body).toBe("mug-800.webp");
  const original = await get("/media/ab/tea.jpg", browsers);
  expect([original.body, original.headers.vary]).toEqual(["tea.jpg", undefined]);
});

test("nothing outside the folder is sent, and nothing is told of it", async () => {
  const paths = ["../secret.webp", "..%2fsecret.webp", "%2e%2e/secret.webp", "ab/../../secret.webp", "nothing.webp"];
  for (const path of paths) expect((await get(`/media/${path}`, browsers)).statusCode).toBe(404);
});

test("a range that no file has is answered as such", async () => {
  const headers = { range: "bytes=900-999" };
  expect((await app.inject({ url: "/media/ab/tea.jpg", headers })).statusCode).toBe(416);
});
