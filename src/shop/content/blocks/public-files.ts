import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { hashOf } from "../../catalogue/import/import-downloads.ts";
import { findFileWithin } from "../../catalogue/import/import-pictures.ts";
import { readHead } from "../../catalogue/import/import-videos.ts";
import { contentPath } from "../../catalogue/pictures/picture-file.ts";

interface FileKind {
  mediaType: string;
  endings: readonly string[];
  /** Tells by its first bytes whether a file is of this kind. */
  fits: (head: Buffer) => boolean;
}

const isMp4 = (head: Buffer) => head.toString("latin1", 4, 8) === "ftyp";

const startsWith =
  (...starts: readonly string[]) =>
  (head: Buffer) =>
    starts.some((start) => head.toString("latin1").startsWith(start));

/** Files that browsers cannot take for a page or a script of the shop. */
const kinds: readonly FileKind[] = [
  { mediaType: "video/mp4", endings: [".mp4", ".m4v"], fits: isMp4 },
  { mediaType: "video/webm", endings: [".webm"], fits: startsWith("\x1a\x45\xdf\xa3") },
  {
    mediaType: "text/vtt",
    endings: [".vtt"],
    fits: (head) => /^(?:\xef\xbb\xbf)?WEBVTT(?:\s|$)/.test(head.toString("latin1").replace(/\0+$/, "")),
  },
  { mediaType: "audio/mpeg", endings: [".mp3"], fits: startsWith("ID3", "\xff\xfb", "\xff\xf3", "\xff\xf2") },
  { mediaType: "audio/mp4", endings: [".m4a"], fits: isMp4 },
  { mediaType: "audio/ogg", endings: [".ogg", ".oga"], fits: startsWith("OggS") },
  { mediaType: "audio/wav", endings: [".wav"], fits: (head) => /^RIFF.{4}WAVE/s.test(head.toString("latin1")) },
  { mediaType: "application/pdf", endings: [".pdf"], fits: startsWith("%PDF-") },
  { mediaType: "application/zip", endings: [".zip", ".docx", ".xlsx", ".epub"], fits: startsWith("PK\x03\x04") },
];

/** The endings of these files, such as ".pdf". */
export const publicFileEndings: readonly string[] = kinds.flatMap(({ endings }) => endings);

/** Returns whether the file of a name is a recording, by its ending. */
export function isRecording(name: string): boolean {
  const ending = extname(name).toLowerCase();
  return kinds.some(({ mediaType, endings }) => mediaType.startsWith("audio/") && endings.includes(ending));
}

const largestMb = 200;

/** A file to be stored. */
interface GivenFile {
  /** Shown to readers; its ending tells its kind. */
  name: string;
  /** The address or path by which blocks refer to it. */
  source: string;
  /** In bytes. */
  size: number;
  /** Its first bytes. */
  head: Buffer;
  open: () => Readable;
}

/**
 * Stores a file that blocks show or offer.
 * @param source its path below `folder`, by which blocks name it
 * @returns why it is unavailable
 */
export async function storePublicFile(
  db: Database,
  folder: string,
  source: string,
  media: FileStorage,
): Promise<string | undefined> {
  const path = await findFileWithin(folder, source);
  if (!path) return "there is no such file in the folder";
  const stored = await keepPublicFile(db, await fileAt(path, source), media);
  return typeof stored === "string" ? stored : undefined;
}

/** Returns the file at a path. */
export async function fileAt(path: string, source: string): Promise<GivenFile> {
  const { size } = await stat(path);
  return { name: basename(path), source, size, head: await readHead(path), open: () => createReadStream(path) };
}

/** Stores a public file. @returns its key in the storage, or why it is unavailable */
export async function keepPublicFile(
  db: Database,
  { name, source, size, head, open }: GivenFile,
  media: FileStorage,
): Promise<{ file: string } | string> {
  if (size > largestMb * 1024 * 1024) return `it is larger than ${largestMb} MB`;
  const ending = extname(name).toLowerCase();
  const kind = kinds.find(({ endings }) => endings.includes(ending));
  if (!kind?.fits(head))
    return `only ${publicFileEndings.map((one) => one.slice(1).toUpperCase()).join(", ")} files can be shown`;
  const file = contentPath(await hashOf(open()), ending);
  if ((await media.stat(file))?.size !== size) await media.put(file, open());
  await db.execute(sql`insert into public_files (file, name, media_type, byte_size, source)
    values (${file}, ${name}, ${kind.mediaType}, ${size}, ${source})
    on conflict (source) do update set file = excluded.file, name = excluded.name, media_type = excluded.media_type,
      byte_size = excluded.byte_size where public_files.file <> excluded.file`);
  return { file };
}
