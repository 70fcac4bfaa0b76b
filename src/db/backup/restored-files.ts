import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Extract as Archive } from "tar-stream";
import { StartError } from "#platform/start-error.ts";
import { type BackupFolders, unpackingPrefix } from "./backup-format.ts";

/** A file of the archive, to be read before the next one. */
export type ArchiveEntry = Archive extends AsyncIterable<infer Entry> ? Entry : never;

export interface UnpackedFiles {
  /**
   * Writes an entry beside its place. @throws StartError when its name leads anywhere else.
   * @param signal ends it
   */
  add(entry: ArchiveEntry, signal: AbortSignal): Promise<void>;
  /**
   * Moves all to their places; files that the backup does not have stay. A kill between this and the commit harms neither
   * state, because the shop gives a file's name to no other content; a file that was exchanged by hand is the backup's then.
   */
  move(): Promise<void>;
  /** Removes the files that the backup does not have. */
  removeOthers(): Promise<void>;
  /** Removes what is still beside its place. */
  discard(): Promise<void>;
  count(): number;
}

/** Unpacks a backup's files into a temporary folder below each of the folders, to be moved when all is known to be well. */
export function unpackInto(folders: BackupFolders): UnpackedFiles {
  const temporary = `${unpackingPrefix}${randomBytes(6).toString("hex")}`;
  const paths = new Map<string, Set<string>>(Object.keys(folders).map((name) => [name, new Set()]));
  const each = async (work: (folder: string, files: Set<string>) => Promise<void>) => {
    for (const [name, folder] of Object.entries(folders)) await work(folder, paths.get(name) ?? new Set());
  };
  return {
    async add(entry, signal) {
      const { name, relative } = safeName(entry, paths);
      const target = path.join(folders[name] ?? "", temporary, relative);
      await mkdir(path.dirname(target), { recursive: true });
      await pipeline(entry, createWriteStream(target, { flags: "wx", flush: true }), { signal });
      paths.get(name)?.add(relative);
    },
    move: () =>
      each(async (folder, files) => {
        for (const relative of files) {
          await mkdir(path.dirname(path.join(folder, relative)), { recursive: true });
          await rename(path.join(folder, temporary, relative), path.join(folder, relative));
        }
      }),
    removeOthers: () =>
      each(async (folder, files) => {
        for (const relative of await listFiles(folder)) {
          if (!files.has(relative)) await rm(path.join(folder, relative), { force: true });
        }
      }),
    discard: () => each((folder) => rm(path.join(folder, temporary), { recursive: true, force: true })),
    count: () => [...paths.values()].reduce((sum, files) => sum + files.size, 0),
  };
}

function safeName({ header }: ArchiveEntry, known: Map<string, unknown>): { name: string; relative: string } {
  const [name = "", ...parts] = header.name.split("/");
  const isSafe = parts.length > 0 && parts.every((part) => /^[^\\\0]+$/.test(part) && part !== "." && part !== "..");
  if (header.type !== "file" || !known.has(name) || !isSafe || parts[0]?.startsWith(unpackingPrefix)) {
    throw new StartError(`The backup holds "${header.name}", which no backup of ours does: do not trust this file.`);
  }
  return { name, relative: path.join(...parts) };
}

async function listFiles(folder: string): Promise<string[]> {
  // A backup without files of this kind, restored where there are none either.
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
