import type { Rendition } from "./picture.ts";

/** A picture whose files are in the media storage. */
export interface StoredPicture {
  /** Lower-case hex SHA-256 of the original bytes. */
  contentHash: string;
  /** Key in the media storage. */
  file: string;
  mediaType: string;
  width: number;
  height: number;
  byteSize: number;
  title: string;
  /** Its name in the imported file: a path or URL; null if it was added otherwise. */
  source: string | null;
  /** null: a job has to make them. */
  renditions: Rendition[] | null;
}

/** Why a picture is unavailable; the message is for the shopkeeper. */
export class PictureProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PictureProblem";
  }
}

/** The endings of originals in the library. */
export const originalEndings = [".jpg", ".png", ".webp", ".svg"] as const;

/** Returns the key of a file by its content hash. Two levels keep folders small. */
export function contentPath(hash: string, ending: string): string {
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${ending}`;
}
