import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ByteRange } from "./byte-range.ts";

/** What is known of a file without reading it. */
export interface StoredFile {
  key: string;
  /** In bytes. */
  size: number;
  modifiedAt: Date;
  /** Strong entity tag with its quotation marks; undefined where the storage has none. */
  etag: string | undefined;
}

/** A file that is being read. Destroy the stream if it is not read to its end. */
export interface OpenedFile extends StoredFile {
  /** First byte of the stream, counted from 0. */
  start: number;
  /** How many bytes the stream has. */
  length: number;
  stream: Readable;
}

export interface PutOptions {
  signal?: AbortSignal | undefined;
}

/**
 * Files under keys. A key is a relative path with "/" (see `isStorageKey`); no key may be the folder of another.
 * Every method throws a TypeError for a key that is none, and otherwise what the file system throws or a StorageError.
 */
export interface FileStorage {
  /** Where the files are, for people: a folder, or `s3://bucket/prefix`. Holds no credentials. */
  readonly place: string;
  /** The folder on this machine, when files are kept as plain files that a web server may send from there. */
  readonly folder: string | undefined;
  /**
   * Writes a file durably, replacing what the key had. Readers see the old or the new file, never a part. When it fails, or
   * the signal aborts it, the old file stays. The content type follows the key's ending.
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, options?: PutOptions): Promise<void>;
  /** Opens a file, or a part of it. @returns undefined when there is none. @throws RangeNotSatisfiable */
  get(key: string, range?: ByteRange): Promise<OpenedFile | undefined>;
  /** Returns undefined when there is no such file. */
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removes a file. Does nothing when there is none. */
  delete(key: string): Promise<void>;
  /** Gives a file another key, replacing what that had. @throws when there is no file under `from`. */
  move(from: string, to: string): Promise<void>;
  /** Yields the files whose keys begin with `prefix`, ordered by the bytes of their keys in UTF-8. */
  list(prefix?: string): AsyncIterable<StoredFile>;
}

/** What object storage refused or failed to do. The message holds no credentials. */
export class StorageError extends Error {
  /** The storage's own code, such as "AccessDenied", or the network's, such as "ECONNREFUSED". */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = "StorageError";
    this.code = code;
  }
}

/** Reads a whole file into memory. @throws when there is none. */
export async function readStored(storage: FileStorage, key: string): Promise<Buffer> {
  const file = await storage.get(key);
  if (!file) throw new Error(`There is no file ${key} in ${storage.place}`);
  return buffer(file.stream);
}

/** Writes a file whose key tells its content: one of the same size is there already. */
export async function putContent(storage: FileStorage, key: string, content: Uint8Array): Promise<void> {
  const found = await storage.stat(key);
  if (found?.size !== content.byteLength) await storage.put(key, content);
}
