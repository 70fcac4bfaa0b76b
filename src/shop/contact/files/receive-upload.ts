import { randomBytes } from "node:crypto";
import type { FileStorage } from "#platform/storage/storage.ts";
import type { FormFile } from "../validation/form-validation.rules.ts";
import { headBytes, shownFileName } from "./file-content.rules.ts";

/** A file that came with a form. */
export interface Upload extends FormFile {
  /** Key in the storage of attachments; undefined if nothing was stored: it is empty or too large. */
  key: string | undefined;
  /** Its first bytes. */
  head: Uint8Array;
}

/**
 * Stores a file under a name of ours as it arrives. Of a larger file than `limit` nothing is kept; it is read to its end,
 * so that the sender gets an answer, and its size is given as `limit` + 1.
 */
export async function receiveUpload(
  attachments: FileStorage,
  { name, stream, limit, now }: { name: string; stream: AsyncIterable<Buffer>; limit: number; now: Date },
): Promise<Upload> {
  const key = `${now.toISOString().slice(0, 10).replaceAll("-", "/")}/${randomBytes(16).toString("hex")}`;
  const chunks = stream[Symbol.asyncIterator]();
  const first = await chunks.next();
  const shown = name === "" ? "" : shownFileName(name);
  if (first.done) return { name: shown, size: 0, key: undefined, head: new Uint8Array() };
  let head = Buffer.alloc(0);
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for (let next = first; !next.done; next = await chunks.next()) {
      const chunk = next.value;
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
      size += chunk.length;
      if (size <= limit) yield chunk;
    }
  }
  await attachments.put(key, counted());
  const isTooLarge = size > limit;
  if (isTooLarge) await attachments.delete(key);
  return { name: shown, size: Math.min(size, limit + 1), key: isTooLarge ? undefined : key, head };
}

/** Deletes the files of a form that was not accepted. */
export async function discardUploads(
  attachments: FileStorage,
  entries: Iterable<readonly [string, unknown]>,
): Promise<void> {
  for (const [, value] of entries) {
    const key = typeof value === "object" && value !== null ? (value as Partial<Upload>).key : undefined;
    if (key !== undefined) await attachments.delete(key);
  }
}
