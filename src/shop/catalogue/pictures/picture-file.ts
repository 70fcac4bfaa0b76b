import { randomUUID } from "node:crypto";
import { chmod, copyFile, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { draftEnding } from "#platform/folders.ts";
import type { Rendition } from "./picture.ts";

/** A picture whose files stand in the media folder. */
export interface StoredPicture {
  /** Lower-case hex SHA-256 of the bytes as they came. */
  contentHash: string;
  /** Path below the media folder. */
  file: string;
  mediaType: string;
  width: number;
  height: number;
  byteSize: number;
  title: string;
  /** What the imported file calls it: a path or a URL; null when it came otherwise. */
  source: string | null;
  /** Made already, or null: a job has to. */
  renditions: Rendition[] | null;
}

/** Why a picture cannot be had; the message is for the shopkeeper. */
export class PictureProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PictureProblem";
  }
}

/** Where content of this hash lies below the media folder: two levels keep folders small. */
export function contentPath(hash: string, ending: string): string {
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${ending}`;
}

/** Writes a file whole or not at all, and durably. One of the same size is there already: names tell the content. */
export async function writeContent(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  const target = join(folder, file);
  if (await hasSize(target, bytes.byteLength)) return;
  await replaceFile(target, async (draft) => {
    const handle = await open(draft, "wx");
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}

/** Copies a file whole or not at all. @returns its size in bytes. */
export async function copyContent(source: string, folder: string, file: string): Promise<number> {
  const target = join(folder, file);
  const { size } = await stat(source);
  if (await hasSize(target, size)) return size;
  await replaceFile(target, async (draft) => {
    await copyFile(source, draft);
    // The copy has the source's mode, which may be read-only.
    await chmod(draft, 0o644);
    const handle = await open(draft, "r+");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
  return size;
}

async function hasSize(path: string, size: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && found.size === size;
}

async function replaceFile(target: string, write: (draft: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.${randomUUID()}${draftEnding}`;
  try {
    await write(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
