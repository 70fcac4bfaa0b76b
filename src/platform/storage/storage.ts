import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ByteRange } from "./byte-range.ts";

/** A file's metadata. */
export interface StoredFile {
  key: string;
  /** In bytes. */
  size: number;
  modifiedAt: Date;
  /** Strong entity tag with its quotation marks; undefined if the storage has none. */
  etag: string | undefined;
}

/**
 * A file being read. Destroy the stream if it is not read to its end. If reading breaks off, the stream fails with the
 * errors of a `FileStorage`.
 */
export interface OpenedFile extends StoredFile {
  /** First byte of the stream, counted from 0. */
  start: number;
  /** Number of bytes in the stream. */
  length: number;
  stream: Readable;
}

export interface PutOptions {
  signal?: AbortSignal | undefined;
}

/**
 * Stores files under keys. A key is a relative path with "/" (see `isStorageKey`); no key may be a folder of another.
 * Every method throws a TypeError for an invalid key, and otherwise a file system error or a StorageError.
 */
export interface FileStorage {
  /** Where the files are, for messages: a folder, or `s3://bucket/prefix`. Contains no credentials. */
  readonly place: string;
  /** The local folder, if files are stored as plain files that a web server may send directly. */
  readonly folder: string | undefined;
  /**
   * Writes a file durably, replacing an existing one. Readers see the old or the new file, never a part. If it fails or
   * is aborted, the old file stays. The content type follows the key's extension.
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, options?: PutOptions): Promise<void>;
  /** Opens a file, or a range of it. @returns undefined if it does not exist. @throws RangeNotSatisfiable */
  get(key: string, range?: ByteRange): Promise<OpenedFile | undefined>;
  /** Returns undefined if there is no such file. */
  stat(key: string): Promise<StoredFile | undefined>;
  /** Deletes a file, which may reappear after a power cut. Does nothing if it does not exist. */
  delete(key: string): Promise<void>;
  /** Renames a file durably, replacing an existing one. @throws if there is no file under `from`. */
  move(from: string, to: string): Promise<void>;
  /** Yields the files whose keys start with `prefix`, ordered by the bytes of their keys in UTF-8. */
  list(prefix?: string): AsyncIterable<StoredFile>;
  /**
   * Deletes what interrupted `put`s under keys with `prefix` left behind before a moment. Object storage does that by a
   * lifecycle rule of the bucket.
   */
  deleteDrafts(prefix: string, before: Date): Promise<void>;
}

/** An error of object storage. The message contains no credentials. */
export class StorageError extends Error {
  /** The storage's own code, such as "AccessDenied", or the network's, such as "ECONNREFUSED". */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = "StorageError";
    this.code = code;
  }
}

/** Reads a whole file into memory. @throws if it does not exist. */
export async function readStored(storage: FileStorage, key: string): Promise<Buffer> {
  const file = await storage.get(key);
  if (!file) throw new Error(`There is no file ${key} in ${storage.place}`);
  return buffer(file.stream);
}

/** Writes a file whose key contains its content hash, unless one of the same size already exists. */
export async function putContent(storage: FileStorage, key: string, content: Uint8Array): Promise<void> {
  const found = await storage.stat(key);
  if (found?.size !== content.byteLength) await storage.put(key, content);
}
