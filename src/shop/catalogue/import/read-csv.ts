import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { type CsvError, type Info, parse } from "csv-parse";

/** A record of a CSV file, or what kept it from being read. */
export interface CsvRecord {
  /** Line in the file on which it begins, from 1. */
  line: number;
  cells: string[];
  problem?: string;
}

/** A record larger than this is a quote that was never closed. In characters. */
const largestRecord = 4_000_000;

/**
 * The records of a CSV file one by one, in memory one at a time. A byte-order mark is left out, the separator (comma,
 * semicolon or tab) is found in the first line, lines without content are skipped. A broken record comes as a problem and
 * the reading goes on behind it.
 * @throws what the file system throws.
 */
export async function* readCsv(file: string): AsyncGenerator<CsvRecord> {
  const skipped: CsvRecord[] = [];
  const parser = parse({
    bom: true,
    delimiter: await findDelimiter(file),
    info: true,
    relax_column_count: true,
    // A quotation mark in the middle of a cell is text, as spreadsheets take it.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: largestRecord,
    on_skip: (error) => void skipped.push({ line: lineOf(error), cells: [], problem: problemOf(error) }),
  });
  // Its callback only keeps the error from being unhandled: the iteration below throws it.
  pipeline(createReadStream(file), parser, () => {});
  let lastLine = 0;
  for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
    // The parser runs ahead of this loop: only what was skipped before this record belongs before it.
    while (skipped[0] && skipped[0].line <= info.lines) yield { ...(skipped.shift() as CsvRecord), line: lastLine + 1 };
    lastLine = info.lines;
    if (record.some((cell) => cell.trim() !== "")) yield { line: info.lines - innerLines(record), cells: record };
  }
  for (const record of skipped) yield { ...record, line: lastLine + 1 };
}

function innerLines(record: readonly string[]): number {
  let count = 0;
  for (const cell of record) for (let at = cell.indexOf("\n"); at >= 0; at = cell.indexOf("\n", at + 1)) count += 1;
  return count;
}

function lineOf(error: CsvError | undefined): number {
  const { lines } = (error ?? {}) as { lines?: unknown };
  return typeof lines === "number" ? lines : 0;
}

function problemOf(error: CsvError | undefined): string {
  if (error?.code === "CSV_QUOTE_NOT_CLOSED") return "a quotation mark is opened and never closed";
  if (error?.code === "CSV_MAX_RECORD_SIZE") return "the row is too long; is a quotation mark missing?";
  return "the quotation marks do not match";
}

/** The separator that the first line has most of, outside quotes. */
async function findDelimiter(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0);
    const [header = ""] = buffer
      .toString("utf8", 0, bytesRead)
      .replace(/"[^"]*"/g, "")
      .split(/\r?\n|\r/);
    const counts = [",", ";", "\t"].map((sign) => ({ sign, count: header.split(sign).length }));
    return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
  } finally {
    await handle.close();
  }
}
