import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asOthersWrite, openS3Server, type S3Server } from "../../../tests/support/s3-server.ts";
import { RangeNotSatisfiable } from "./byte-range.ts";
import { openLocalFolder } from "./local-folder.ts";
import { openS3 } from "./s3.ts";
import { type FileStorage, readStored } from "./storage.ts";

let parent: string;
let server: S3Server;
let otherServer: S3Server;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "chowk-storage-"));
  server = await openS3Server();
  otherServer = await openS3Server(asOthersWrite);
});
afterAll(async () => {
  await server.close();
  await otherServer.close();
  await rm(parent, { recursive: true, force: true });
});

/** A storage with a count of leftovers: drafts on disk, unfinished uploads in the bucket. */
interface Opened {
  storage: FileStorage;
  leftovers(): Promise<number>;
}

const kinds: Record<string, () => Promise<Opened>> = {
  "a local folder": async () => {
    const folder = await mkdtemp(join(parent, "folder-"));
    const storage = openLocalFolder(folder);
    const entries = () => readdir(folder, { recursive: true, withFileTypes: true });
    const files = async () => (await entries()).filter((entry) => entry.isFile()).length;
    return { storage, leftovers: async () => (await files()) - (await keysIn(storage)).length };
  },
  "object storage": async () => openBucket(server),
  "object storage that formats its XML in another way": async () => openBucket(otherServer),
};

function openBucket(opened: S3Server): Opened {
  const { endpoint, bucket, account } = opened;
  const prefix = `${randomBytes(6).toString("hex")}/`;
  const storage = openS3({ endpoint, bucket, region: account.region, credentials: account, prefix });
  return { storage, leftovers: async () => opened.openUploads() };
}

const keysIn = async (storage: FileStorage, prefix?: string) => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
};

const megabyte = 1024 * 1024;

/** Yields bytes in chunks; fails after `failAfter` of them. */
async function* chunksOf(content: Buffer, failAfter = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += megabyte / 4) {
    if (at >= failAfter) throw new Error("The source broke");
    yield content.subarray(at, at + megabyte / 4);
  }
}

describe.each(Object.keys(kinds))("%s", (kind) => {
  let storage: FileStorage;
  let opened: Opened;
  beforeEach(async () => {
    opened = await (kinds[kind] as () => Promise<Opened>)();
    storage = opened.storage;
  });

  const contentOf = async (key: string) => (await readStored(storage, key)).toString();

  test("stores bytes and streams, and replaces them", async () => {
    const before = Date.now();
    await storage.put("a/b/file.txt", Buffer.from("first"));
    expect(await contentOf("a/b/file.txt")).toBe("first");
    await storage.put("a/b/file.txt", Readable.from([Buffer.from("sec"), Buffer.from("ond!")]));
    expect(await contentOf("a/b/file.txt")).toBe("second!");
    const found = await storage.stat("a/b/file.txt");
    expect(found).toMatchObject({ key: "a/b/file.txt", size: 7 });
    expect(Math.abs((found?.modifiedAt.getTime() ?? 0) - before)).toBeLessThan(10_000);
    expect(await opened.leftovers()).toBe(0);
  });

  test("stores empty files", async () => {
    await storage.put("empty", new Uint8Array());
    await storage.put("empty-stream", Readable.from([]));
    for (const key of ["empty", "empty-stream"]) {
      expect((await storage.stat(key))?.size).toBe(0);
      expect(await contentOf(key)).toBe("");
    }
  });

  test("stores a long stream completely, whatever its chunk sizes", async () => {
    const content = randomBytes(21 * megabyte + 7);
    await storage.put("long.zip", chunksOf(content));
    expect((await readStored(storage, "long.zip")).equals(content)).toBe(true);
    const part = await storage.get("long.zip", { start: 8 * megabyte - 3, end: 8 * megabyte + 4 });
    expect(part && (await buffer(part.stream)).equals(content.subarray(8 * megabyte - 3, 8 * megabyte + 5))).toBe(true);
    expect(await opened.leftovers()).toBe(0);
  });

  test("finds nothing under an unused key", async () => {
    await storage.put("folder/file", Buffer.from("x"));
    for (const key of ["missing", "folder", "folder/file/below", "folder/fil"]) {
      expect(await storage.get(key)).toBeUndefined();
      expect(await storage.stat(key)).toBeUndefined();
      await expect(readStored(storage, key)).rejects.toThrow(/There is no file/);
    }
  });

  describe("ranges", () => {
    beforeEach(() => storage.put("digits", Buffer.from("0123456789")));

    test.each([
      [{ start: 0 }, "0123456789", 0],
      [{ start: 0, end: 0 }, "0", 0],
      [{ start: 3, end: 5 }, "345", 3],
      [{ start: 9, end: 9 }, "9", 9],
      [{ start: 7 }, "789", 7],
      [{ start: 7, end: 100 }, "789", 7],
      [{ last: 1 }, "9", 9],
      [{ last: 4 }, "6789", 6],
      [{ last: 10 }, "0123456789", 0],
      [{ last: 11 }, "0123456789", 0],
    ])("%j", async (range, expected, start) => {
      const part = await storage.get("digits", range);
      expect(part).toMatchObject({ size: 10, start, length: expected.length });
      expect(part && (await text(part.stream))).toBe(expected);
    });

    test.each([{ start: 10 }, { start: 10, end: 20 }, { start: 5, end: 4 }, { last: 0 }])(
      "%j is outside",
      async (range) => {
        const failed = await storage.get("digits", range).catch((error: unknown) => error);
        expect(failed).toBeInstanceOf(RangeNotSatisfiable);
        expect(failed).toMatchObject({ size: 10 });
      },
    );

    test("an empty file has no range, a missing file is undefined", async () => {
      await storage.put("empty", new Uint8Array());
      await expect(storage.get("empty", { start: 0 })).rejects.toThrow(RangeNotSatisfiable);
      await expect(storage.get("empty", { last: 5 })).rejects.toThrow(RangeNotSatisfiable);
      expect(await storage.get("missing", { start: 0 })).toBeUndefined();
    });
  });

  describe("keys", () => {
    const odd = [
      "größe 1.webp",
      "سبز چائے.jpg",
      "a+b&c=d?e#f%20g.txt",
      "it's (a) *test*!~@$,;:[]{}^`|\"<>.txt",
      "deep/er/and/deeper/.hidden",
      "😀/é.txt",
      "a".repeat(255),
      `${"b".repeat(200)}/${"ü".repeat(100)}/${"c".repeat(250)}`,
    ];

    test("with any characters name separate files", async () => {
      for (const key of odd) await storage.put(key, Buffer.from(`content of ${key}`));
      for (const key of odd) {
        expect(await contentOf(key)).toBe(`content of ${key}`);
        expect((await storage.stat(key))?.key).toBe(key);
      }
      expect((await keysIn(storage)).sort()).toEqual(odd.toSorted());
      for (const key of odd) await storage.delete(key);
      expect(await keysIn(storage)).toEqual([]);
    });

    test.each([
      "",
      "/etc/passwd",
      "../outside",
      "a/../../outside",
      "a/..",
      "..",
      ".",
      "a/./b",
      "a//b",
      "a/",
      "a\\..\\b",
      "a\0b",
      "a\nb",
      "a\u007fb",
      "\ud800",
      "draft.part",
      "draft.part/file",
      "a".repeat(256),
      "a/".repeat(450) + "b",
    ])("%j is invalid", async (key) => {
      await expect(storage.put(key, Buffer.from("x"))).rejects.toThrow(TypeError);
      await expect(storage.get(key)).rejects.toThrow(TypeError);
      await expect(storage.stat(key)).rejects.toThrow(TypeError);
      await expect(storage.delete(key)).rejects.toThrow(TypeError);
      await expect(storage.move(key, "x")).rejects.toThrow(TypeError);
      await expect(storage.move("x", key)).rejects.toThrow(TypeError);
      expect(await keysIn(storage)).toEqual([]);
    });

    test("are listed by prefix, in the order of their bytes", async () => {
      const keys = ["b", "a/x", "a.txt", "a/b/c", "ab/c", "a-b", "é", "z", "\uffff", "😀"];
      for (const key of keys) await storage.put(key, Buffer.from(key));
      const inOrder = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(await keysIn(storage)).toEqual(inOrder);
      expect(await keysIn(storage, "a/")).toEqual(["a/b/c", "a/x"]);
      expect(await keysIn(storage, "a")).toEqual(["a-b", "a.txt", "a/b/c", "a/x", "ab/c"]);
      expect(await keysIn(storage, "a/b")).toEqual(["a/b/c"]);
      expect(await keysIn(storage, "none")).toEqual([]);
      await expect(keysIn(storage, "../")).rejects.toThrow(TypeError);
    });
  });

  test("lists more files than fit on one page of results, with their sizes", async () => {
    const count = 1050;
    const keys = Array.from(
      { length: count },
      (_, index) => `many/${String(index % 10)}/${String(index).padStart(4, "0")}`,
    );
    for (let at = 0; at < count; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => storage.put(key, Buffer.from(key.slice(0, at % 5)))));
    await storage.put("other", Buffer.from("x"));
    const listed = [];
    for await (const file of storage.list("many/")) listed.push(file);
    expect(listed.map(({ key }) => key)).toEqual(keys.toSorted());
    expect(listed.find(({ key }) => key === keys[53])?.size).toBe(0);
    expect(listed.every(({ modifiedAt }) => !Number.isNaN(modifiedAt.getTime()))).toBe(true);
  });

  test("returns the old or the new file while several writers replace it", async () => {
    const versions = ["a", "b", "c", "d", "e", "f"].map((letter) => Buffer.alloc(700_000, letter));
    await storage.put("shared", versions[0] as Buffer);
    const writing = Promise.all(
      versions.flatMap((one) => [storage.put("shared", one), storage.put("shared", chunksOf(one))]),
    );
    let isWriting = true;
    void writing.finally(() => {
      isWriting = false;
    });
    let reads = 0;
    while (isWriting || reads < 3) {
      const content = await readStored(storage, "shared");
      expect(versions.some((one) => one.equals(content))).toBe(true);
      reads += 1;
    }
    await writing;
    expect(await opened.leftovers()).toBe(0);
  });

  test("a reader keeps reading the file that it opened, even if it is replaced", async () => {
    const old = randomBytes(3 * megabyte);
    await storage.put("file", old);
    const file = await storage.get("file");
    await storage.put("file", Buffer.from("new"));
    expect(file && (await buffer(file.stream)).equals(old)).toBe(true);
    expect(await contentOf("file")).toBe("new");
  });

  test.each([1, 12])("a stream that breaks after %d MB leaves the old file and nothing else", async (after) => {
    const content = randomBytes(20 * megabyte);
    const broken = () => chunksOf(content, after * megabyte);
    await expect(storage.put("new/file", broken())).rejects.toThrow("The source broke");
    expect(await keysIn(storage)).toEqual([]);
    await storage.put("old", Buffer.from("old"));
    await expect(storage.put("old", broken())).rejects.toThrow("The source broke");
    expect(await contentOf("old")).toBe("old");
    expect(await keysIn(storage)).toEqual(["old"]);
    expect(await opened.leftovers()).toBe(0);
  });

  test("an aborted upload leaves the old file and nothing else", async () => {
    await storage.put("file", Buffer.from("old"));
    const abort = new AbortController();
    const source = new Readable({ read() {} });
    source.push(randomBytes(10 * megabyte));
    const putting = storage.put("file", source, { signal: abort.signal });
    const failure = putting.catch((error: unknown) => error);
    // A bucket keeps an upload that is aborted before it has told its id.
    await expect.poll(() => opened.leftovers()).toBe(1);
    setTimeout(() => abort.abort(), 100);
    expect(String(await failure)).toMatch(/abort/i);
    if (!source.destroyed) await once(source, "close");
    expect(await contentOf("file")).toBe("old");
    expect(await keysIn(storage)).toEqual(["file"]);
    expect(await opened.leftovers()).toBe(0);
  });

  test("deleting a file twice is harmless, and affects no other file", async () => {
    await storage.put("a/one", Buffer.from("1"));
    await storage.put("a/two", Buffer.from("2"));
    for (const _ of [1, 2]) await storage.delete("a/one");
    await storage.delete("a");
    await storage.delete("a/two/three");
    expect(await keysIn(storage)).toEqual(["a/two"]);
    await storage.delete("a/two");
    expect(await keysIn(storage)).toEqual([]);
    await storage.put("a", Buffer.from("a file where a folder was"));
    expect(await keysIn(storage)).toEqual(["a"]);
  });

  test("moves a file into another folder, and back", async () => {
    await storage.put("a/b/file", Buffer.from("moved"));
    await storage.move("a/b/file", "c/d/e/file");
    expect(await keysIn(storage)).toEqual(["c/d/e/file"]);
    await storage.move("c/d/e/file", "a");
    expect(await keysIn(storage)).toEqual(["a"]);
    expect(await contentOf("a")).toBe("moved");
  });

  test("moves a file, replacing another", async () => {
    await storage.put("from/fïle +1", Buffer.from("moved"));
    await storage.put("to", Buffer.from("replaced"));
    await storage.move("from/fïle +1", "to");
    expect(await keysIn(storage)).toEqual(["to"]);
    expect(await contentOf("to")).toBe("moved");
    await expect(storage.move("missing", "to")).rejects.toThrow(/ENOENT|NoSuchKey/);
    expect(await contentOf("to")).toBe("moved");
  });
});
