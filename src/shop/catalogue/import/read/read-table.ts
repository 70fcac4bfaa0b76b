import { readCell } from "./csv-values.ts";
import { readCsv } from "./read-csv.ts";

/** A row of a CSV file with cells by heading. */
export interface TableRow {
  /** Line in the file, from 1. */
  line: number;
  /** Why the row could not be read. */
  problem?: string;
  /** Returns a cell's text by its heading, ignoring case; "" if missing. */
  cell(heading: string): string;
  /** The same, but undefined if the file has no such column. */
  cellIfAny(heading: string): string | undefined;
}

/** Streams the rows of a CSV file after its headings. */
export async function* readTable(file: string): AsyncGenerator<TableRow> {
  let headings: string[] | undefined;
  for await (const { line, cells, problem } of readCsv(file)) {
    const places = headings;
    if (!places) headings = cells.map((cell) => cell.trim().toLowerCase());
    else {
      const cellIfAny = (heading: string) => {
        const place = places.indexOf(heading.toLowerCase());
        return place === -1 ? undefined : readCell(cells[place] ?? "");
      };
      const cell = (heading: string) => cellIfAny(heading) ?? "";
      yield { line, cell, cellIfAny, ...(problem !== undefined && { problem }) };
    }
  }
}
