import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type FileStorage, putContent } from "#platform/storage/storage.ts";
import { inOrder } from "./picture.ts";
import { contentPath, PictureProblem, type StoredPicture } from "./picture-file.ts";
import {
  type PreparedFormat,
  type PreparedPicture,
  pictureKind,
  preparePicture,
  readPrepared,
} from "./prepare-picture.ts";
import type { IndexedPicture } from "./ready-renditions.ts";

/** Returns the lower-case hex SHA-256 that identifies a picture. */
export function contentHashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Stores a picture, re-encoded (see `preparePicture`). A job makes its renditions.
 * @param source path or URL as the shopkeeper wrote it; its last part becomes the title
 * @throws PictureProblem
 */
export async function storePicture(
  bytes: Uint8Array,
  media: FileStorage,
  source: string | null,
): Promise<StoredPicture> {
  return storePrepared(await preparePicture(bytes), bytes, media, source);
}

/** Stores a picture that was stored and taken away, in the file that it had: it is not encoded again. @throws PictureProblem */
export async function storeAgain(bytes: Uint8Array, media: FileStorage, source: string | null): Promise<StoredPicture> {
  return storePrepared(await readPrepared(bytes), bytes, media, source);
}

async function storePrepared(
  prepared: PreparedPicture,
  original: Uint8Array,
  media: FileStorage,
  source: string | null,
): Promise<StoredPicture> {
  const { bytes } = prepared;
  const hashes = { contentHash: contentHashOf(original), storedHash: contentHashOf(bytes) };
  const picture = describePicture({ ...prepared, ...hashes, byteSize: bytes.byteLength }, source);
  await putContent(media, picture.file, prepared.bytes);
  return picture;
}

interface DescribedPicture extends PreparedFormat {
  /** Of its original. */
  contentHash: string;
  /** Of what is stored. */
  storedHash: string;
  byteSize: number;
}

/** Returns a prepared picture as it is stored. */
export function describePicture(
  { contentHash, storedHash, mediaType, ending, width, height, byteSize }: DescribedPicture,
  source: string | null,
): StoredPicture {
  const file = contentPath(storedHash, ending);
  const title = titleOf(source);
  return { contentHash, file, mediaType, width, height, byteSize, title, source, renditions: null };
}

/**
 * Stores a picture with existing renditions without decoding it: all files are copied.
 * @param indexed its entry in the index, with the index's folder
 * @throws PictureProblem if the bytes do not start like a picture
 */
export async function takeOverPicture(
  bytes: Uint8Array,
  media: FileStorage,
  source: string | null,
  indexed: IndexedPicture,
): Promise<StoredPicture> {
  const kind = pictureKind(bytes);
  if (kind !== "jpeg" && kind !== "png" && kind !== "webp")
    throw new PictureProblem("it is not a JPEG, PNG or WebP file");
  const contentHash = contentHashOf(bytes);
  const file = contentPath(contentHash, kind === "jpeg" ? ".jpg" : `.${kind}`);
  const renditions = indexed.renditions.map(async ({ format, width, height, file }) => {
    const target = contentPath(contentHash, `-${width}.${format === "jpeg" ? "jpg" : format}`);
    await putContent(media, target, await readFile(join(indexed.folder, file)));
    return { format, width, height, file: target };
  });
  await putContent(media, file, bytes);
  return {
    contentHash,
    file,
    mediaType: `image/${kind}`,
    width: indexed.width,
    height: indexed.height,
    byteSize: bytes.byteLength,
    title: indexed.title ?? titleOf(source),
    source,
    renditions: inOrder(await Promise.all(renditions)),
  };
}

/** Returns the title of "pictures/height-growth.jpg": "height-growth". */
function titleOf(source: string | null): string {
  const name = (source ?? "").split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  return name.replace(/\.[a-z0-9]{2,5}$/i, "").slice(0, 200);
}
