/** A part of a file in bytes from 0, `end` included and by default the file's last byte; or its `last` bytes. */
export type ByteRange = { start: number; end?: number } | { last: number };

/** No byte of the file is in the range. */
export class RangeNotSatisfiable extends Error {
  /** Of the file, in bytes. */
  readonly size: number;

  constructor(size: number) {
    super(`The range is outside a file of ${size} bytes`);
    this.name = "RangeNotSatisfiable";
    this.size = size;
  }
}

/** Returns the bytes of a file that a range covers; no range covers all. @throws RangeNotSatisfiable (RFC 9110, 14.1.2) */
export function resolveRange(range: ByteRange | undefined, size: number): { start: number; length: number } {
  if (!range) return { start: 0, length: size };
  const start = "last" in range ? Math.max(0, size - range.last) : range.start;
  const end = "last" in range ? size - 1 : Math.min(range.end ?? size - 1, size - 1);
  if (start > end) throw new RangeNotSatisfiable(size);
  return { start, length: end - start + 1 };
}
