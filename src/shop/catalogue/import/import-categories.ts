import { dirname, resolve } from "node:path";
import { eq, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { categories } from "#db/tables/catalogue.ts";
import { inTransaction } from "#db/transaction.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { indexProductsIn } from "../index-products.ts";
import { upsertMedia } from "../pictures/media.ts";
import type { StoredPicture } from "../pictures/picture-file.ts";
import { sanitiseRichText } from "../sanitise.ts";
import { slugOf } from "../slug.ts";
import { PictureImport } from "./import-pictures.ts";
import { emptyReport, type ImportReport } from "./import-report.ts";
import { splitCategory } from "./read/csv-values.ts";
import { readTable, type TableRow } from "./read/read-table.ts";
import { CategoryPaths } from "./write/write-categories.ts";

interface CategoryRow {
  line: number;
  path: string[];
  slug: string;
  /** This and the next two: undefined if the file has no such column, which keeps the category's value. */
  description: string | undefined;
  position: number | undefined;
  /** Path or URL; "" for none. */
  image: string | undefined;
}

/**
 * Imports categories from a CSV file with the columns Path ("Vitamins > Single vitamins"), Slug, Description, Image and
 * Position. A category is identified by its path, else by its slug, and gets the values of its row; any of the last
 * three columns that is missing keeps them. Invalid rows are reported; the others are written together.
 */
export async function importCategories(db: Database, file: string, media: FileStorage): Promise<ImportReport> {
  const report = emptyReport();
  const rows: CategoryRow[] = [];
  for await (const row of readTable(file)) {
    const read = readRow(row);
    if (typeof read === "string") report.refused.push({ line: row.line, reasons: [read] });
    else rows.push(read);
  }
  const pictures = await PictureImport.open(db, dirname(resolve(file)), media);
  const found = await pictures.store(rows.flatMap(({ image }) => image || []));
  const good = rows.filter(({ line, image }) => {
    const problem = found.get(image ?? "");
    if (typeof problem === "string") report.refused.push({ line, reasons: [`the picture ${image}: ${problem}`] });
    return typeof problem !== "string";
  });
  await inTransaction(db, (db) => writeRows(db, good, found, report));
  return report;
}

function readRow(row: TableRow): CategoryRow | string {
  if (row.problem) return row.problem;
  const path = splitCategory(row.cell("Path"));
  const name = path.at(-1);
  if (!name) return "it has no path";
  const slug = row.cell("Slug") || slugOf(name);
  if (slugOf(slug) !== slug) return `"${slug}" is no slug; ${slugOf(slug)} is`;
  const typed = row.cellIfAny("Position");
  const position = typed === "" ? "0" : typed;
  if (position !== undefined && !/^\d{1,9}$/.test(position)) return `Position "${position}" is no whole number`;
  const description = row.cellIfAny("Description");
  return {
    line: row.line,
    path,
    slug,
    description: description === undefined ? undefined : sanitiseRichText(description),
    position: position === undefined ? undefined : Number(position),
    image: row.cellIfAny("Image"),
  };
}

async function writeRows(
  db: Database,
  rows: readonly CategoryRow[],
  found: ReadonlyMap<string, StoredPicture | string>,
  report: ImportReport,
): Promise<void> {
  const stored = [...found.values()].filter((picture) => typeof picture !== "string");
  const mediaIds = await upsertMedia(db, stored);
  let paths = await CategoryPaths.read(db);
  const lines = new Map<string, number>();
  const changed: number[] = [];
  for (const row of rows) {
    const { line, path, slug, description, position, image } = row;
    const problem = await slugProblem(db, row, rows, paths, lines.get(slug));
    if (problem !== undefined) {
      report.refused.push({ line, reasons: [problem] });
      continue;
    }
    lines.set(slug, line);
    const before = paths.find(path);
    const known = before ?? (await findBySlug(db, slug));
    const id = known ?? (await paths.ensure(db, path));
    const parentId = path.length > 1 ? await paths.ensure(db, path.slice(0, -1)) : null;
    const mediaId = image === undefined ? undefined : (mediaIds.get(image) ?? null);
    const isOther = await updateIfOther(db, id, {
      parentId,
      name: path.at(-1) ?? "",
      slug,
      description,
      position,
      mediaId,
    });
    if (isOther) changed.push(id);
    // It was found by its slug and has moved, so the tree is outdated.
    if (before === undefined && !paths.find(path)) paths = await CategoryPaths.read(db);
    report[known === undefined ? "created" : isOther ? "updated" : "unchanged"] += 1;
  }
  await indexProductsIn(db, changed);
  if (report.created + report.updated > 0) await announceChange(db, ["categories", "products"]);
}

/** Writes the values that are not undefined. @returns whether one of them changed */
async function updateIfOther(
  db: Database,
  id: number,
  values: Partial<typeof categories.$inferInsert>,
): Promise<boolean> {
  const { parentId, name, slug, description, position, mediaId } = values;
  const changed = await db
    .update(categories)
    .set(values)
    .where(
      sql`${categories.id} = ${id} and (parent_id, name, slug, description, position, media_id) is distinct from
        (${parentId}::bigint, ${name}, ${slug}, ${description === undefined ? sql`description` : description},
          ${position === undefined ? sql`position` : sql`${position}::int`},
          ${mediaId === undefined ? sql`media_id` : sql`${mediaId}::bigint`})`,
    )
    .returning({ id: categories.id });
  return changed.length > 0;
}

/**
 * Returns why a row cannot have its slug: another row or category has it. If the file does not name that category, the
 * row means it and moves it.
 */
async function slugProblem(
  db: Database,
  row: CategoryRow,
  rows: readonly CategoryRow[],
  paths: CategoryPaths,
  lineAbove: number | undefined,
): Promise<string | undefined> {
  if (lineAbove !== undefined) return `the slug "${row.slug}" is already on line ${lineAbove}`;
  const holder = await findBySlug(db, row.slug);
  const own = paths.find(row.path);
  if (holder === undefined || holder === own) return undefined;
  const isNamed = rows.some((other) => other !== row && paths.find(other.path) === holder);
  return own !== undefined || isNamed ? `the slug "${row.slug}" belongs to another category` : undefined;
}

async function findBySlug(db: Database, slug: string): Promise<number | undefined> {
  const [row] = await db.select({ id: categories.id }).from(categories).where(eq(categories.slug, slug));
  return row?.id;
}
