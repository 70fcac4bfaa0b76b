import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { draftSuffix } from "#platform/folders.ts";

/** Writes rows to a CSV file, which appears or is replaced once it is complete. */
export async function writeRows(file: string, rows: AsyncIterable<readonly string[]>): Promise<void> {
  const draft = `${file}${draftSuffix}`;
  try {
    const csv = stringify({ record_delimiter: "\n", quoted_match: /[\r\n]/ });
    await pipeline(Readable.from(rows), csv, createWriteStream(draft));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
