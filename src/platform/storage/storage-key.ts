import { draftSuffix } from "../folders.ts";

/**
 * In bytes of UTF-8: the limit of object storage (1024), minus room for a prefix; and the limit of file systems for one
 * name.
 */
const maxKeyBytes = 900;
const maxSegmentBytes = 255;

/** Control characters, backslashes and unpaired surrogates, which UTF-8 cannot encode. */
const forbidden = /[\p{Cc}\p{Cs}\\]/u;

/**
 * Returns whether a text is a valid key: a relative path of segments separated by "/", none of them empty, "." or "..",
 * at most 900 bytes in UTF-8, without control characters and backslashes. Names ending in ".part" are reserved for
 * files being written.
 */
export function isStorageKey(key: string): boolean {
  return Buffer.byteLength(key) <= maxKeyBytes && !forbidden.test(key) && key.split("/").every(isSegment);
}

function isSegment(segment: string): boolean {
  if (segment === "" || segment === "." || segment === ".." || segment.endsWith(draftSuffix)) return false;
  return Buffer.byteLength(segment) <= maxSegmentBytes;
}

/** @throws TypeError */
export function checkKey(key: string): void {
  if (!isStorageKey(key)) throw new TypeError(`${JSON.stringify(key.slice(0, 200))} is not a valid storage key`);
}

/** Checks a prefix of keys. @throws TypeError */
export function checkPrefix(prefix: string): void {
  // A prefix is valid if it can be completed to a key.
  if (!isStorageKey(`${prefix}x`))
    throw new TypeError(`${JSON.stringify(prefix.slice(0, 200))} is not a valid prefix of storage keys`);
}
