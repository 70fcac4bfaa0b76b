import type { Rendition } from "./picture.ts";

/** A picture whose files are in the media storage. */
export interface StoredPicture {
  /** Lower-case hex SHA-256 of the bytes as they came. */
  contentHash: string;
  /** Key in the media storage. */
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

/** The key of a file by the hash of its content. Two levels keep folders small. */
export function contentPath(hash: string, ending: string): string {
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${ending}`;
}
