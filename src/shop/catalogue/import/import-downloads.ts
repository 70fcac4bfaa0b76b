import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import type { FileStorage } from "#platform/storage/storage.ts";
import { isStorageKey } from "#platform/storage/storage-key.ts";
import { findFileWithin } from "./import-pictures.ts";

/** The folder of downloads next to a product list; not part of their stored paths. */
export const downloadsFolder = "downloads/";

/**
 * Stores a download. URLs stay as they are.
 * @returns its key, or undefined if there is no such file next to the list or its name cannot be stored
 */
export async function importDownload(
  folder: string,
  source: string,
  downloads: FileStorage,
): Promise<string | undefined> {
  if (/^https?:\/\//i.test(source)) return source;
  const file = await findFileWithin(folder, source);
  if (!file) return undefined;
  const path = relative(resolve(folder), resolve(folder, source)).split(sep).join("/");
  if (path.startsWith("..")) return undefined;
  const wanted = path.startsWith(downloadsFolder) ? path.slice(downloadsFolder.length) : path;
  if (!isStorageKey(wanted)) return undefined;
  const { size } = await stat(file);
  const hash = await hashOf(createReadStream(file));
  const taken = await downloads.stat(wanted);
  const isSame = taken?.size === size && (await hashOfStored(downloads, wanted)) === hash;
  if (isSame) return wanted;
  const target = taken ? `${hash.slice(0, 12)}/${wanted.split("/").at(-1)}` : wanted;
  if ((await downloads.stat(target))?.size !== size) await downloads.put(target, createReadStream(file));
  return target;
}

async function hashOfStored(downloads: FileStorage, key: string): Promise<string | undefined> {
  const file = await downloads.get(key);
  return file && hashOf(file.stream);
}

/** Returns the lower-case hex SHA-256 of a stream. */
export async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of content) hash.update(chunk);
  return hash.digest("hex");
}
