import { randomBytes } from "node:crypto";
import type { Extract as Archive } from "tar-stream";
import { StartError } from "#platform/start-error.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { isStorageKey } from "#platform/storage/storage-key.ts";
import { type BackupFiles, unpackingPrefix } from "./backup-format.ts";

/** A file in the archive, to be read before the next one. */
export type ArchiveEntry = Archive extends AsyncIterable<infer Entry> ? Entry : never;

export interface UnpackedFiles {
  /**
   * Writes an entry under a temporary key. @throws StartError if its name is not a valid key. @param signal aborts it
   */
  add(entry: ArchiveEntry, signal: AbortSignal): Promise<void>;
  /**
   * Moves all files to their final keys; other files stay. A crash between this and the commit is harmless, because the
   * shop never reuses a key for different content (except files that were replaced by hand).
   */
  move(): Promise<void>;
  /** Removes files that are not in the backup. */
  removeOthers(): Promise<void>;
  /** Removes files that still have temporary keys. */
  discard(): Promise<void>;
  count(): number;
}

/** Unpacks a backup's files under temporary keys, to be moved once the whole backup is verified. */
export function unpackInto(storages: BackupFiles): UnpackedFiles {
  const temporary = `${unpackingPrefix}${randomBytes(6).toString("hex")}/`;
  const unpacked = new Map<string, Set<string>>(Object.keys(storages).map((name) => [name, new Set()]));
  const each = async (work: (storage: FileStorage, keys: Set<string>) => Promise<void>) => {
    for (const [name, storage] of Object.entries(storages)) await work(storage, unpacked.get(name) ?? new Set());
  };
  return {
    async add(entry, signal) {
      const { name, key } = safeName(entry, unpacked);
      await storages[name]?.put(temporary + key, entry as AsyncIterable<Uint8Array>, { signal });
      unpacked.get(name)?.add(key);
    },
    move: () =>
      each(async (storage, keys) => {
        for (const key of keys) await storage.move(temporary + key, key);
      }),
    removeOthers: () =>
      each(async (storage, keys) => {
        for await (const { key } of storage.list()) if (!keys.has(key)) await storage.delete(key);
      }),
    discard: () =>
      each(async (storage) => {
        for await (const { key } of storage.list(temporary)) await storage.delete(key);
      }),
    count: () => [...unpacked.values()].reduce((sum, keys) => sum + keys.size, 0),
  };
}

function safeName({ header }: ArchiveEntry, known: Map<string, unknown>): { name: string; key: string } {
  const [name = "", ...parts] = header.name.split("/");
  const key = parts.join("/");
  if (header.type !== "file" || !known.has(name) || !isStorageKey(key) || key.startsWith(unpackingPrefix)) {
    throw new StartError(`The backup contains "${header.name}", which the shop never writes: do not trust this file.`);
  }
  return { name, key };
}
