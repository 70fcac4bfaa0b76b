import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openS3Server, type S3Server } from "../../../tests/support/s3-server.ts";
import { openS3 } from "./s3.ts";
import { type FileStorage, readStored, StorageError } from "./storage.ts";

let server: S3Server;
let storage: FileStorage;
beforeEach(async () => {
  server = await openS3Server();
  storage = openWith();
});
afterEach(() => server.close());

function openWith(changed: Partial<S3Server["account"] & Pick<S3Server, "bucket" | "endpoint">> = {}): FileStorage {
  const { endpoint, bucket, region, ...credentials } = { ...server.account, ...server, ...changed };
  return openS3({ endpoint, bucket, region, credentials, prefix: "shop/media/" });
}

const megabyte = 1024 * 1024;
const sent = (pattern: RegExp) => server.requests.filter((line) => pattern.test(line)).length;

test("keys get the prefix, and objects get the media type of their extension", async () => {
  await storage.put("ab/tea.webp", Buffer.from("x"));
  await storage.put("ab/long.PDF", Readable.from([randomBytes(9 * megabyte)]));
  await storage.put("ab/other", Buffer.from("x"));
  expect(server.keys().sort()).toEqual(["shop/media/ab/long.PDF", "shop/media/ab/other", "shop/media/ab/tea.webp"]);
  const types = ["ab/tea.webp", "ab/long.PDF", "ab/other"].map((key) => server.typeOf(`shop/media/${key}`));
  expect(types).toEqual(["image/webp", "application/pdf", "application/octet-stream"]);
  expect(storage.place).toBe("s3://shop/shop/media");
});

test("a short stream takes one request, a long one is uploaded in parts", async () => {
  await storage.put("short", Readable.from([randomBytes(megabyte)]));
  expect(server.requests).toHaveLength(1);
  await storage.put("long", Readable.from([randomBytes(20 * megabyte)]));
  expect([sent(/\?uploads=/), sent(/partNumber=/), sent(/^POST .*\?uploadId=/)]).toEqual([1, 3, 1]);
});

test.each([
  ["a temporary error", { status: 503, code: "SlowDown" }],
  ["an internal error", { status: 500, code: "InternalError" }],
  ["a lost connection", "hang up" as const],
  ["a lost answer", "hang up when done" as const],
])("%s is retried", async (_, fault) => {
  const content = randomBytes(9 * megabyte);
  for (const wanted of [
    /^PUT .*small/,
    /^POST .*uploads/,
    /partNumber=1/,
    /^POST .*uploadId/,
    /^GET/,
    /^HEAD/,
    /list-type/,
  ])
    server.spoil(wanted, fault);
  await storage.put("small", Buffer.from("small"));
  await storage.put("long", Readable.from([content]));
  expect((await readStored(storage, "long")).equals(content)).toBe(true);
  expect((await storage.stat("small"))?.size).toBe(5);
  const keys = [];
  for await (const { key } of storage.list()) keys.push(key);
  expect(keys).toEqual(["long", "small"]);
});

test("a part that was sent too slowly is sent again", async () => {
  server.spoil(/partNumber=1/, { status: 400, code: "RequestTimeout" });
  await storage.put("long", Readable.from([randomBytes(9 * megabyte)]));
  expect(sent(/partNumber=1/)).toBe(2);
});

test("a permanently failed upload is removed, and its source is ended", async () => {
  await storage.put("file", Buffer.from("old"));
  server.spoil(/partNumber=2/, { status: 403, code: "AccessDenied" });
  const source = Readable.from([randomBytes(12 * megabyte), randomBytes(12 * megabyte), randomBytes(12 * megabyte)]);
  await expect(storage.put("file", source)).rejects.toThrow(/^PUT "shop\/media\/file" failed .*: 403 AccessDenied$/);
  expect(source.destroyed).toBe(true);
  expect(server.openUploads()).toBe(0);
  expect((await readStored(storage, "file")).toString()).toBe("old");
});

test("a truncated response makes the reader fail", async () => {
  await storage.put("file", randomBytes(megabyte));
  server.spoil(/^GET/, "break off");
  const opened = await storage.get("file");
  await expect(opened && buffer(opened.stream)).rejects.toThrow(/closed|terminated|aborted/);
});

test.each([
  ["a wrong secret", { secretKey: "wrong-secret-value" }, "SignatureDoesNotMatch"],
  ["a wrong access key", { accessKey: "WRONGACCESSKEY" }, "InvalidAccessKeyId"],
  ["a wrong region", { region: "us-east-1" }, "AuthorizationHeaderMalformed"],
  ["a missing bucket", { bucket: "missing" }, "NoSuchBucket"],
  ["a closed port", { endpoint: "http://127.0.0.1:1" }, "ECONNREFUSED"],
])("the error for %s contains no credentials", async (_, changed, code) => {
  const wrong = openWith(changed);
  const failures = await Promise.all([
    wrong.put("a", Buffer.from("x")).catch((error: unknown) => error),
    wrong.put("a", Readable.from([randomBytes(9 * megabyte)])).catch((error: unknown) => error),
    wrong.get("a").catch((error: unknown) => error),
    wrong
      .list()
      [Symbol.asyncIterator]()
      .next()
      .catch((error: unknown) => error),
  ]);
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(StorageError);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(code) });
    const shown = inspect(failure, { depth: 9, showHidden: true });
    for (const secret of [server.account.secretKey, server.account.accessKey, "wrong-secret-value", "WRONGACCESSKEY"])
      expect(shown).not.toContain(secret);
  }
});

test("changes by another process are visible immediately", async () => {
  const other = openWith();
  expect(await storage.stat("file")).toBeUndefined();
  await other.put("file", Buffer.from("1"));
  expect((await readStored(storage, "file")).toString()).toBe("1");
  await other.put("file", Buffer.from("22"));
  expect((await storage.stat("file"))?.size).toBe(2);
  await other.delete("file");
  expect(await storage.get("file")).toBeUndefined();
});
