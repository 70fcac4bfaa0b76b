import { dirname, resolve } from "node:path";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { listAttributeValues, readColour, writeSwatches } from "../attributes/attribute-values.ts";
import { upsertMedia } from "../pictures/media.ts";
import type { StoredPicture } from "../pictures/picture-file.ts";
import { slugOf } from "../slug.ts";
import { PictureImport } from "./import-pictures.ts";
import { emptyReport, type ImportReport } from "./import-report.ts";
import { readTable, type TableRow } from "./read/read-table.ts";
import { ensureGlobalAttributes } from "./write/write-attributes.ts";

interface ValueRow {
  line: number;
  attribute: string;
  attributeSlug: string;
  value: string;
  colour: string | null;
  /** Path or URL; "" for none. */
  picture: string;
}

/** Same limits as in product lists. */
const maxLengths = { Attribute: 200, Value: 500 } as const;

/**
 * Imports values of the shop's attributes from a CSV file with the columns Attribute ("Flavour"), Value ("Chocolate"), Colour
 * (#rrggbb) and Picture (path or URL). A row sets the value's swatch, which is a colour, a picture or none; values that do not
 * exist are created. Invalid rows are reported; the others are written together.
 */
export async function importAttributes(db: Database, file: string, media: FileStorage): Promise<ImportReport> {
  const report = emptyReport();
  const rows: ValueRow[] = [];
  const lines = new Map<string, number>();
  for await (const row of readTable(file)) {
    const read = readRow(row, lines);
    if (typeof read === "string") report.refused.push({ line: row.line, reasons: [read] });
    else rows.push(read);
  }
  const pictures = await PictureImport.open(db, dirname(resolve(file)), media);
  const found = await pictures.store(rows.flatMap(({ picture }) => picture || []));
  const good = rows.filter(({ line, picture }) => {
    const problem = found.get(picture);
    if (typeof problem === "string") report.refused.push({ line, reasons: [`the picture ${picture}: ${problem}`] });
    return typeof problem !== "string";
  });
  await inTransaction(db, (db) => writeRows(db, good, found, report));
  return report;
}

/** @param lines the line of each value so far */
function readRow(row: TableRow, lines: Map<string, number>): ValueRow | string {
  if (row.problem) return row.problem;
  const [attribute, value] = [row.cell("Attribute"), row.cell("Value")];
  for (const [heading, text] of Object.entries({ Attribute: attribute, Value: value })) {
    const most = maxLengths[heading as keyof typeof maxLengths];
    if (text === "") return `it has no ${heading}`;
    if (text.length > most) return `${heading} is longer than ${most} characters`;
  }
  const attributeSlug = `pa_${slugOf(attribute)}`;
  const key = `${attributeSlug} ${value.toLowerCase()}`;
  const above = lines.get(key);
  if (above !== undefined) return `"${value}" is already on line ${above}`;
  const [typed, picture] = [row.cell("Colour"), row.cell("Picture")];
  if (typed !== "" && picture !== "") return "it has a colour and a picture";
  const colour = typed === "" ? null : readColour(typed);
  if (colour === undefined) return `"${typed}" is not a colour such as #5b3a29`;
  lines.set(key, row.line);
  return { line: row.line, attribute, attributeSlug, value, colour, picture };
}

async function writeRows(
  db: Database,
  rows: readonly ValueRow[],
  found: ReadonlyMap<string, StoredPicture | string>,
  report: ImportReport,
): Promise<void> {
  const before = new Set((await listAttributeValues(db)).map(({ id }) => id));
  await ensureGlobalAttributes(
    db,
    rows.map(({ attribute, attributeSlug, value }) => ({
      name: attribute,
      slug: attributeSlug,
      values: [value],
      isVisible: true,
      isGlobal: true,
      defaultOption: null,
    })),
  );
  const keyOf = (attributeSlug: string, name: string) => `${attributeSlug} ${name.toLowerCase()}`;
  const values = new Map(
    (await listAttributeValues(db)).map(({ id, attributeSlug, name }) => [keyOf(attributeSlug, name), id]),
  );
  const stored = [...found.values()].filter((picture) => typeof picture !== "string");
  const mediaIds = await upsertMedia(db, stored);
  const swatches = rows.map(({ attributeSlug, value, colour, picture }) => {
    const id = values.get(keyOf(attributeSlug, value));
    if (id === undefined) throw new Error(`The value ${value} of ${attributeSlug} is gone`);
    return { id, colour, mediaId: mediaIds.get(picture) ?? null };
  });
  const changed = await writeSwatches(db, swatches);
  for (const { id } of swatches) report[!before.has(id) ? "created" : changed.has(id) ? "updated" : "unchanged"] += 1;
}
