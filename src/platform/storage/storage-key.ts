import { draftEnding } from "../folders.ts";

/** In bytes of UTF-8: what object storage takes (1024), less room for a prefix; and what file systems take as one name. */
const longestKey = 900;
const longestSegment = 255;

/** Control characters, backslashes and halves of surrogate pairs, which UTF-8 cannot write. */
const forbidden = /[\p{Cc}\p{Cs}\\]/u;

/**
 * Tells whether a text can name a stored file: a relative path of segments between "/", none of them empty, "." or "..",
 * at most 900 bytes in UTF-8, without control characters and backslashes. Names ending in ".part" belong to files
 * that are being written.
 */
export function isStorageKey(key: string): boolean {
  return Buffer.byteLength(key) <= longestKey && !forbidden.test(key) && key.split("/").every(isSegment);
}

function isSegment(segment: string): boolean {
  if (segment === "" || segment === "." || segment === ".." || segment.endsWith(draftEnding)) return false;
  return Buffer.byteLength(segment) <= longestSegment;
}

/** @throws TypeError */
export function checkKey(key: string): void {
  if (!isStorageKey(key)) throw new TypeError(`${JSON.stringify(key.slice(0, 200))} cannot name a stored file`);
}

/** Checks the beginning of keys. @throws TypeError */
export function checkPrefix(prefix: string): void {
  // What a key may begin with, a key may end with: "x" stands for the rest.
  if (!isStorageKey(`${prefix}x`)) throw new TypeError(`${JSON.stringify(prefix.slice(0, 200))} begins no stored file`);
}
