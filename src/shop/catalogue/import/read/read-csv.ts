import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { type CsvError, type Info, parse } from "csv-parse";

/** A record of a CSV file, or why it could not be read. */
export interface CsvRecord {
  /** Line in the file on which it begins, from 1. */
  line: number;
  cells: string[];
  problem?: string;
}

/** In characters. A larger record has an unclosed quote. */
const largestRecord = 4_000_000;

/**
 * Streams the records of a CSV file. Skips a byte-order mark and empty lines, and detects the separator (comma,
 * semicolon or tab) in the first line. A broken record is yielded as a problem, and reading continues after it.
 * @throws on file system errors
 */
export async function* readCsv(file: string): AsyncGenerator<CsvRecord> {
  const skipped: CsvRecord[] = [];
  const parser = parse({
    bom: true,
    delimiter: await findDelimiter(file),
    info: true,
    relax_column_count: true,
    // Like in spreadsheets, a quotation mark in the middle of a cell is text.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: largestRecord,
    on_skip: (error) => void skipped.push({ line: lineOf(error), cells: [], problem: problemOf(error) }),
  });
  // The callback only keeps the error from being unhandled: the iteration below throws it.
  pipeline(createReadStream(file), parser, () => {});
  let lastLine = 0;
  for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
    // The parser reads ahead: yield only problems that come before this record.
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

/** Returns the most frequent separator in the first line, outside quotes. */
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
