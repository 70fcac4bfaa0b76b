import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { errorCode } from "../error-code.ts";
import { draftSuffix, syncFolder } from "../folders.ts";
import { type ByteRange, resolveRange } from "./byte-range.ts";
import type { FileStorage, OpenedFile, PutOptions, StoredFile } from "./storage.ts";
import { checkKey, checkPrefix } from "./storage-key.ts";

export interface LocalFolderOptions {
  /** Whether only the shop's user may read the files (modes 700 and 600). */
  isPrivate?: boolean;
}

/** Stores files as plain files below a folder, which is created with the first one. */
export function openLocalFolder(folder: string, options: LocalFolderOptions = {}): FileStorage & { folder: string } {
  return new LocalFolder(folder, options);
}

class LocalFolder implements FileStorage {
  readonly folder: string;
  readonly place: string;
  readonly #isPrivate: boolean;

  constructor(folder: string, { isPrivate = false }: LocalFolderOptions) {
    this.folder = folder;
    this.place = folder;
    this.#isPrivate = isPrivate;
  }

  async put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, { signal }: PutOptions = {}): Promise<void> {
    const target = this.#path(key);
    const draft = join(dirname(target), `${randomUUID()}${draftSuffix}`);
    const handle = await this.#openDraft(draft);
    try {
      try {
        if (content instanceof Uint8Array) {
          await handle.writeFile(content, { signal });
          await handle.sync();
        } else await pipeline(content, handle.createWriteStream({ flush: true }), { signal });
      } finally {
        await handle.close();
      }
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      await this.#removeEmpty(dirname(target));
      throw error;
    }
    await syncUnlessGone(dirname(target));
  }

  async get(key: string, range?: ByteRange): Promise<OpenedFile | undefined> {
    const handle = await unlessMissing(open(this.#path(key)));
    if (!handle) return undefined;
    try {
      const found = await handle.stat();
      if (found.isFile()) {
        const part = resolveRange(range, found.size);
        return { ...fileOf(key, found), ...part, stream: streamOf(handle, part) };
      }
    } catch (error) {
      await handle.close();
      throw error;
    }
    await handle.close();
    return undefined;
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const found = await unlessMissing(stat(this.#path(key)));
    return found?.isFile() ? fileOf(key, found) : undefined;
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    const found = await unlessMissing(stat(path));
    if (found?.isFile()) await this.#remove(path);
  }

  async #remove(path: string): Promise<void> {
    await rm(path, { force: true });
    await this.#removeEmpty(dirname(path));
  }

  async move(from: string, to: string): Promise<void> {
    const [source, target] = [this.#path(from), this.#path(to)];
    await this.#makeFolder(dirname(target));
    await rename(source, target);
    await syncUnlessGone(dirname(target));
    if (dirname(source) !== dirname(target)) await syncUnlessGone(dirname(source));
    await this.#removeEmpty(dirname(source));
  }

  async *list(prefix = ""): AsyncGenerator<StoredFile> {
    checkPrefix(prefix);
    yield* this.#listBelow("", prefix, isStored);
  }

  async deleteDrafts(prefix: string, before: Date): Promise<void> {
    checkPrefix(prefix);
    for await (const { key, modifiedAt } of this.#listBelow("", prefix, isDraft))
      if (modifiedAt < before) await this.#remove(join(this.folder, key));
  }

  /** @param base key of a folder, with a trailing "/"; "" for the root */
  async *#listBelow(base: string, prefix: string, isWanted: (name: string) => boolean): AsyncGenerator<StoredFile> {
    const entries = (await unlessMissing(readdir(join(this.folder, base), { withFileTypes: true }))) ?? [];
    for (const key of entries.flatMap((entry) => keyOf(base, entry, isWanted)).sort(byBytes)) {
      const isFolder = key.endsWith("/");
      if (!key.startsWith(prefix) && !(isFolder && prefix.startsWith(key))) continue;
      if (isFolder) yield* this.#listBelow(key, prefix, isWanted);
      else {
        const found = await unlessMissing(stat(join(this.folder, key)));
        if (found?.isFile()) yield fileOf(key, found);
      }
    }
  }

  #path(key: string): string {
    checkKey(key);
    return join(this.folder, key);
  }

  async #makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, ...(this.#isPrivate && { mode: 0o700 }) });
    if (first === undefined) return;
    let made = folder;
    do {
      made = dirname(made);
      await syncUnlessGone(made);
    } while (made.length >= first.length && made !== dirname(made));
  }

  /** Creates the folder if missing; another process may remove it while it is empty, so this is retried. */
  async #openDraft(draft: string): Promise<FileHandle> {
    for (let attempt = 1; ; attempt++) {
      const handle = await unlessMissing(open(draft, "wx", this.#isPrivate ? 0o600 : 0o666), attempt < 5);
      if (handle) return handle;
      await this.#makeFolder(dirname(draft));
    }
  }

  /** Removes folders that became empty, so that only files exist, as in object storage. */
  async #removeEmpty(folder: string): Promise<void> {
    if (folder.length <= this.folder.length) return;
    try {
      await rmdir(folder);
    } catch {
      // Not empty, or another process was faster.
      return;
    }
    await this.#removeEmpty(dirname(folder));
  }
}

function fileOf(key: string, { size, mtime }: { size: number; mtime: Date }): StoredFile {
  return { key, size, modifiedAt: mtime, etag: undefined };
}

function streamOf(handle: FileHandle, { start, length }: { start: number; length: number }) {
  // For an empty file the end would be before the start.
  return handle.createReadStream({ start, end: Math.max(start, start + length - 1) });
}

/** Returns an entry's key. A folder's key ends with "/", which sorts it where its files belong. */
function keyOf(base: string, entry: Dirent, isWanted: (name: string) => boolean): string[] {
  if (entry.isDirectory()) return [`${base}${entry.name}/`];
  return entry.isFile() && isWanted(entry.name) ? [base + entry.name] : [];
}

function isDraft(name: string): boolean {
  return name.endsWith(draftSuffix);
}

function isStored(name: string): boolean {
  return !isDraft(name);
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Makes new names in a folder survive a power cut. Another process may have removed the folder with its last file. */
async function syncUnlessGone(folder: string): Promise<void> {
  await unlessMissing(syncFolder(folder));
}

const missing = ["ENOENT", "ENOTDIR"];

async function unlessMissing<T>(work: Promise<T>, isExpected = true): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isExpected && missing.includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}
