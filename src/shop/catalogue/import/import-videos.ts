import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import type { FileStorage } from "#platform/storage/storage.ts";
import { contentPath } from "../pictures/picture-file.ts";
import { youtubeIdOf } from "../video/youtube-id.rules.ts";
import { hashOf } from "./import-downloads.ts";
import { findFileWithin } from "./import-pictures.ts";

/** A video or its captions, stored. */
export interface StoredVideo {
  /** Key in the media storage; "" for one on YouTube. */
  file: string;
  /** "" for one on YouTube. */
  mediaType: string;
  /** "" for a file. */
  youtubeId: string;
}

interface FileKind {
  mediaType: string;
  ending: string;
  /** Tells by its first bytes whether a file is of this kind. */
  fits: (head: Buffer) => boolean;
  /** In bytes. */
  largest: number;
}

const largestVideo = 100 * 1024 * 1024;

const videoKinds: readonly FileKind[] = [
  {
    mediaType: "video/mp4",
    ending: ".mp4",
    fits: (head) => head.toString("latin1", 4, 8) === "ftyp",
    largest: largestVideo,
  },
  {
    mediaType: "video/webm",
    ending: ".webm",
    fits: (head) => head.readUInt32BE() === 0x1a45dfa3,
    largest: largestVideo,
  },
];

const captionKinds: readonly FileKind[] = [
  {
    mediaType: "text/vtt",
    ending: ".vtt",
    fits: (head) => /^(?:\xef\xbb\xbf)?WEBVTT(?:\s|$)/.test(head.toString("latin1")),
    largest: 1024 * 1024,
  },
];

/** Stores a product's video: a file next to the list, or an address on YouTube. @returns it, or why it is unavailable */
export async function importVideo(folder: string, source: string, media: FileStorage): Promise<StoredVideo | string> {
  const youtubeId = youtubeIdOf(source);
  if (youtubeId !== undefined) return { file: "", mediaType: "", youtubeId };
  if (source.includes("://")) return "only addresses of videos on YouTube can be used";
  return storeFile(folder, source, media, videoKinds);
}

/** Stores a WebVTT file with captions next to the list. @returns it, or why it is unavailable */
export async function importCaptions(
  folder: string,
  source: string,
  media: FileStorage,
): Promise<StoredVideo | string> {
  return storeFile(folder, source, media, captionKinds);
}

async function storeFile(
  folder: string,
  source: string,
  media: FileStorage,
  kinds: readonly FileKind[],
): Promise<StoredVideo | string> {
  const path = await findFileWithin(folder, source);
  if (!path) return "there is no such file next to the list";
  const { size } = await stat(path);
  const head = await readHead(path);
  const kind = size >= head.length ? kinds.find(({ fits }) => fits(head)) : undefined;
  if (!kind) return `only ${kinds.map(({ ending }) => ending.slice(1).toUpperCase()).join(" and ")} files can be used`;
  if (size > kind.largest) return `it is larger than ${kind.largest / 1024 / 1024} MB`;
  const file = contentPath(await hashOf(createReadStream(path)), kind.ending);
  if ((await media.stat(file))?.size !== size) await media.put(file, createReadStream(path));
  return { file, mediaType: kind.mediaType, youtubeId: "" };
}

/** Returns the first 12 bytes of a file, with zeros after the end of a shorter file. */
export async function readHead(path: string): Promise<Buffer> {
  const head = Buffer.alloc(12);
  const file = await open(path);
  try {
    await file.read(head);
  } finally {
    await file.close();
  }
  return head;
}
