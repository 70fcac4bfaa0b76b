import { readCell, splitList } from "./csv-values.ts";
import type { ProductColumns } from "./product-columns.ts";
import type { CsvRecord } from "./read-csv.ts";

/** Reads the cells of one row and collects all errors instead of throwing at the first. */
export class RowReader {
  readonly reasons: string[] = [];
  readonly #cells: readonly string[];
  readonly columns: ProductColumns;

  constructor(record: CsvRecord, columns: ProductColumns) {
    this.#cells = record.cells;
    this.columns = columns;
    if (record.cells.some((cell) => cell.includes("\ufffd"))) this.refuse("it has characters that are not UTF-8");
  }

  refuse(reason: string): void {
    this.reasons.push(reason);
  }

  /** Returns the text of a cell, "" if it is empty; undefined if the file has no such column. */
  text(index: number | undefined, maxLength = 10_000, heading = "a cell"): string | undefined {
    if (index === undefined) return undefined;
    const text = readCell(this.#cells[index] ?? "");
    if (text.length <= maxLength) return text;
    this.refuse(`${heading} is longer than ${maxLength} characters`);
    return "";
  }

  list(index: number | undefined, maxLength = 1000, heading = "an entry"): string[] | undefined {
    const text = this.text(index, 100_000);
    if (text === undefined) return undefined;
    const items = splitList(text);
    if (items.some((item) => item.length > maxLength)) this.refuse(`${heading}: longer than ${maxLength} characters`);
    return items;
  }

  /** Returns a whole number; null if the cell is empty. */
  integer(index: number | undefined, heading: string, min: number, max = 2_147_483_647): number | null | undefined {
    const text = this.text(index);
    if (text === undefined) return undefined;
    if (text === "") return null;
    const value = /^-?\d{1,16}(\.0*)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.refuse(`${heading} "${short(text)}" is no whole number${min === 0 ? "" : ` from ${min} on`}`);
    return null;
  }

  /** Returns a measure in whole grams or millimetres. */
  measure(index: number | undefined, heading: string, scale: number): number | null | undefined {
    const text = this.text(index);
    if (text === undefined) return undefined;
    if (text === "") return null;
    const value = /^\d{1,9}([.,]\d{0,12})?$|^\.\d{1,12}$/.test(text)
      ? Number(text.replace(",", ".")) * scale
      : Number.NaN;
    if (value <= 2_147_483_647) return Math.round(value);
    this.refuse(`${heading} "${short(text)}" is no number of zero or more`);
    return null;
  }

  /** Reads 1 or 0; `fallback` if the cell is empty. */
  flag(index: number | undefined, heading: string, fallback: boolean): boolean | undefined {
    return this.choice(index, heading, {
      "": fallback,
      1: true,
      0: false,
      yes: true,
      no: false,
      true: true,
      false: false,
    });
  }

  /** Reads a cell with a table of spellings, in lower case. */
  choice<Meaning>(
    index: number | undefined,
    heading: string,
    meanings: Readonly<Record<string, Meaning>>,
  ): Meaning | undefined {
    const text = this.text(index)?.toLowerCase();
    if (text === undefined) return undefined;
    if (Object.hasOwn(meanings, text)) return meanings[text];
    const known = Object.keys(meanings).filter((spelling) => spelling !== "");
    this.refuse(`${heading} "${short(text)}" is not one of ${known.join(", ")}`);
    return undefined;
  }
}

/** Shortens a cell for a report. */
export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
