import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStorage } from "./storage.ts";

/** Runs `work` with the path of a file that does not exist yet, and deletes the file afterwards. */
export async function withTemporaryFile<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "chowk-"));
  try {
    return await work(join(folder, "file"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs `work` with the path of a stored file: the file itself in a local folder, a temporary copy of one in object storage. So
 * programs in native code read it without keeping it in memory. @throws if there is no such file
 */
export async function withLocalCopy<T>(
  storage: FileStorage,
  key: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { folder } = storage;
  if (folder !== undefined && (await storage.stat(key))) return work(join(folder, key));
  return withTemporaryFile(async (path) => {
    const file = await storage.get(key);
    if (!file) throw new Error(`There is no file ${key} in ${storage.place}`);
    await writeFile(path, file.stream);
    return work(path);
  });
}

/** Stores a local file whose key contains its content hash, unless one of the same size already exists. */
export async function putLocalFile(
  storage: FileStorage,
  key: string,
  { path, byteSize }: { path: string; byteSize: number },
): Promise<void> {
  const found = await storage.stat(key);
  if (found?.size !== byteSize) await storage.put(key, createReadStream(path));
}

/** Returns the size and the first bytes (1 KiB at most) of a local file. */
export async function readBeginning(path: string): Promise<{ byteSize: number; head: Uint8Array }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return { byteSize: (await file.stat()).size, head: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

/** Returns the lower-case hex SHA-256 of a local file. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
