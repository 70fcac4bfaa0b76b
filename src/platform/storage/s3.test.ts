import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openS3Server, type S3Server } from "../../../tests/support/s3-server.ts";
import { openS3, type S3StorageOptions } from "./s3.ts";
import { type FileStorage, readStored, StorageError } from "./storage.ts";

let server: S3Server;
let storage: FileStorage;
beforeEach(async () => {
  server = await openS3Server();
  storage = openWith();
});
afterEach(() => server.close());

function openWith(changed: Partial<S3Server["account"] & S3StorageOptions> = {}): FileStorage {
  const { accessKey, secretKey, ...options } = { prefix: "shop/media/", ...server.account, ...server, ...changed };
  return openS3({ ...options, credentials: { accessKey, secretKey } });
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
    /^PUT .*copy/,
    /^DELETE/,
  ])
    server.spoil(wanted, fault);
  await storage.put("small", Buffer.from("small"));
  await storage.put("long", Readable.from([content]));
  expect((await readStored(storage, "long")).equals(content)).toBe(true);
  expect((await storage.stat("small"))?.size).toBe(5);
  const keys = [];
  for await (const { key } of storage.list()) keys.push(key);
  expect(keys).toEqual(["long", "small"]);
  await storage.move("small", "copy");
  expect(server.keys()).toEqual(["shop/media/long", "shop/media/copy"]);
});

const long = () => Readable.from([randomBytes(9 * megabyte)]);

/** The requests that the storage makes, and what sends them. */
const operations: [name: string, request: RegExp, run: (files: FileStorage) => Promise<unknown>][] = [
  ["a file", /^PUT .*new/, (files) => files.put("new", Buffer.from("x"))],
  ["the start of an upload", /^POST .*uploads/, (files) => files.put("new", long())],
  ["a part", /partNumber=2/, (files) => files.put("new", long())],
  ["the end of an upload", /^POST .*uploadId/, (files) => files.put("new", long())],
  ["a download", /^GET .*old/, (files) => files.get("old")],
  ["a question about a file", /^HEAD/, (files) => files.stat("old")],
  ["a deletion", /^DELETE/, (files) => files.delete("old")],
  ["the copy of a move", /^PUT .*new/, (files) => files.move("old", "new")],
  ["the deletion of a move", /^DELETE/, (files) => files.move("old", "new")],
  ["a list", /list-type/, (files) => files.list()[Symbol.asyncIterator]().next()],
];

describe("a request that keeps failing", () => {
  beforeEach(async () => {
    storage = openWith({ timeouts: { wait: 2 } });
    await storage.put("old", Buffer.from("old"));
  });

  test.each(operations)("for %s is sent four times", async (_, request, run) => {
    for (const fault of [{ status: 503, code: "SlowDown" }, "hang up"] as const) {
      const before = sent(request);
      server.spoil(request, fault, 4);
      await expect(run(storage)).rejects.toThrow(StorageError);
      expect(sent(request) - before).toBe(4);
    }
  });

  const withText = new Set(["the start of an upload", "the end of an upload", "the copy of a move", "a list"]);
  test.each(operations.filter(([name]) => withText.has(name)))(
    "for %s is sent four times if its answer breaks off or is an error with status 200",
    async (_, request, run) => {
      for (const fault of ["break off", { status: 200, code: "InternalError" }] as const) {
        const before = sent(request);
        server.spoil(request, fault, 4);
        await expect(run(storage)).rejects.toThrow(StorageError);
        expect(sent(request) - before).toBe(4);
      }
    },
  );

  const slow = new Set(["a file", "a download", "a list"]);
  test.each(operations.filter(([name]) => slow.has(name)))(
    "for %s is not sent again after the time for retries",
    async (_, request, run) => {
      const hasty = openWith({ timeouts: { answer: 100, retries: 150 } });
      server.spoil(request, "silence", 4);
      await expect(run(hasty)).rejects.toThrow("(UND_ERR_HEADERS_TIMEOUT)");
      expect(sent(request)).toBeLessThan(3);
    },
  );
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

test("a truncated response makes the reader fail with a StorageError, whenever it reads", async () => {
  await storage.put("file", randomBytes(megabyte));
  for (const waited of [0, 200]) {
    server.spoil(/^GET/, "break off");
    const opened = await storage.get("file");
    await delay(waited);
    const failure = await buffer(opened?.stream ?? Readable.from([])).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageError);
    expect(failure).toMatchObject({
      code: "UND_ERR_SOCKET",
      message: `GET "shop/media/file" failed at s3://shop/shop/media: no complete answer (UND_ERR_SOCKET)`,
    });
  }
});

test("a reader that stops early ends the request", async () => {
  await storage.put("file", randomBytes(20 * megabyte));
  const opened = await storage.get("file");
  const stream = opened?.stream ?? Readable.from([]);
  await once(stream, "data");
  stream.destroy();
  await vi.waitFor(async () => expect(await server.connections()).toBe(0));
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
