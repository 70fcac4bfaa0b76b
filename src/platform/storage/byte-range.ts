/** A byte range of a file, counted from 0, `end` inclusive and by default the last byte; or the file's `last` bytes. */
export type ByteRange = { start: number; end?: number } | { last: number };

/** Thrown if the range contains no byte of the file. */
export class RangeNotSatisfiable extends Error {
  /** Size of the file in bytes. */
  readonly size: number;

  constructor(size: number) {
    super(`The range is outside a file of ${size} bytes`);
    this.name = "RangeNotSatisfiable";
    this.size = size;
  }
}

/**
 * Returns the bytes of a file that a range covers; all without a range. @throws RangeNotSatisfiable (RFC 9110, 14.1.2)
 */
export function resolveRange(range: ByteRange | undefined, size: number): { start: number; length: number } {
  if (!range) return { start: 0, length: size };
  const start = "last" in range ? Math.max(0, size - range.last) : range.start;
  const end = "last" in range ? size - 1 : Math.min(range.end ?? size - 1, size - 1);
  if (start > end) throw new RangeNotSatisfiable(size);
  return { start, length: end - start + 1 };
}
