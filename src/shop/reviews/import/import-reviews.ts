import { inArray, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { products } from "#db/tables/catalogue.ts";
import { reviews } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import { emptyReport, type ImportReport } from "../../catalogue/import/import-report.ts";
import { readMoment } from "../../catalogue/import/read/read-moment.ts";
import { readTable, type TableRow } from "../../catalogue/import/read/read-table.ts";

interface ReviewRow {
  line: number;
  sourceId: string;
  sku: string;
  authorName: string;
  authorEmail: string;
  rating: number | null;
  createdAt: Date;
  body: string;
  /** `sourceId` of the review that it replies to; "" for none. */
  parent: string;
  isVerified: boolean;
  isStaff: boolean;
}

/** Columns that a repeated import updates. */
const fields = [
  "product_id",
  "parent_id",
  "thread_id",
  "author_name",
  "author_email",
  "rating",
  "body",
  "is_verified",
  "is_staff",
  "created_at",
];

/**
 * Imports reviews from a CSV file with the columns ID, Product SKU, Author, Email, Rating, Date, Body, Parent,
 * Verified and Staff (1: the shop's answer); the database updates the products' ratings. Reviews are identified by the file's ID; a reply
 * must be to a review, not to another reply. Invalid rows are reported, and with a review its replies.
 */
export async function importReviews(db: Database, file: string): Promise<ImportReport> {
  const refused: ImportReport["refused"] = [];
  const rows: ReviewRow[] = [];
  for await (const row of readTable(file)) {
    const read = readReview(row);
    if (Array.isArray(read)) refused.push({ line: row.line, reasons: read });
    else rows.push(read);
  }
  return retryOnConflict(() => inTransaction(db, (db) => writeRows(db, rows, [...refused])));
}

async function writeRows(
  db: Database,
  rows: readonly ReviewRow[],
  refused: ImportReport["refused"],
): Promise<ImportReport> {
  const report = { ...emptyReport(), refused };
  const productIds = await findProductIds(db, rows);
  const placed = rows.filter((row) => productIds.has(row.sku));
  for (const { line, sku } of rows.filter((row) => !productIds.has(row.sku)))
    report.refused.push({ line, reasons: [`the product ${sku} is not in the shop`] });
  const reviewed = placed.filter(({ parent }) => parent === "");
  const replies = placed.filter(({ parent }) => parent !== "");
  const written = [
    ...(await writeReviews(db, reviewed, productIds, report)),
    ...(await writeReviews(db, replies, productIds, report)),
  ];
  const changed = new Set(written);
  if (changed.size > 0) await announceChange(db, ["products", ...[...changed].map((id) => `product:${id}` as const)]);
  return report;
}

function readReview(row: TableRow): ReviewRow | string[] {
  if (row.problem) return [row.problem];
  const rating = row.cell("Rating");
  const date = readMoment(row.cell("Date"));
  const parent = row.cell("Parent");
  const checks: [boolean, string][] = [
    [row.cell("ID") === "", "it has no ID"],
    [row.cell("Product SKU") === "", "it has no product"],
    [row.cell("Author") === "", "it has no author"],
    [row.cell("Body") === "", "it has no text"],
    [parent === "" && !/^[1-5]$/.test(rating), `Rating "${rating}" is not 1 to 5`],
    [parent !== "" && rating !== "", "a reply has no rating"],
    [date === undefined, `"${row.cell("Date")}" is no date`],
  ];
  const reasons = checks.filter(([isWrong]) => isWrong).map(([, reason]) => reason);
  if (reasons.length > 0 || !date) return reasons;
  return {
    line: row.line,
    sourceId: row.cell("ID"),
    sku: row.cell("Product SKU"),
    parent,
    createdAt: date,
    authorName: row.cell("Author"),
    authorEmail: row.cell("Email"),
    body: row.cell("Body"),
    rating: rating === "" ? null : Number(rating),
    isVerified: isYes(row.cell("Verified")),
    isStaff: isYes(row.cell("Staff")),
  };
}

const isYes = (cell: string) => /^(1|yes|true)$/i.test(cell);

async function findProductIds(db: Database, rows: readonly ReviewRow[]): Promise<Map<string, number>> {
  const skus = [...new Set(rows.map(({ sku }) => sku))];
  if (skus.length === 0) return new Map();
  const found = await db
    .select({ id: sql<number>`coalesce(parent_id, id)`, sku: products.sku })
    .from(products)
    .where(inArray(products.sku, skus));
  return new Map(found.map(({ id, sku }) => [sku ?? "", Number(id)]));
}

/**
 * Writes reviews, or replies to existing ones: a reply needs the id of its review.
 * @returns the products of those that were created or updated, and those that they belonged to before
 */
async function writeReviews(
  db: Database,
  rows: readonly ReviewRow[],
  productIds: ReadonlyMap<string, number>,
  report: ImportReport,
): Promise<number[]> {
  const parents = await findBySource(db, rows.map(({ parent }) => parent).filter(Boolean), sql`and parent_id is null`);
  const known = await findBySource(
    db,
    rows.map(({ sourceId }) => sourceId),
  );
  const seen = new Set<string>();
  const records: (typeof reviews.$inferInsert)[] = [];
  for (const { line, sku, parent, ...rest } of rows) {
    const parentId = parent === "" ? null : parents.get(parent)?.id;
    if (seen.has(rest.sourceId))
      report.refused.push({ line, reasons: [`the ID ${rest.sourceId} is already used by an earlier row`] });
    else if (parentId === undefined)
      report.refused.push({ line, reasons: [`there is no review ${parent} to reply to`] });
    else records.push({ ...rest, productId: productIds.get(sku) ?? 0, parentId, threadId: parentId });
    seen.add(rest.sourceId);
  }
  if (records.length === 0) return [];
  const list = (prefix: string) => sql.raw(fields.map((name) => prefix + name).join(", "));
  const { rows: written } = await db.execute<{
    product_id: number;
    source_id: string;
  }>(sql`${insertMany(reviews, records)}
    on conflict (source_id) do update set (${list("")}) = (${list("excluded.")})
    where (${list("reviews.")}) is distinct from (${list("excluded.")}) returning product_id, source_id`);
  const created = records.filter(({ sourceId }) => !known.has(sourceId ?? "")).length;
  report.created += created;
  report.updated += written.length - created;
  report.unchanged += records.length - written.length;
  return written.flatMap(({ product_id, source_id }) => [product_id, known.get(source_id)?.productId ?? product_id]);
}

async function findBySource(db: Database, sourceIds: readonly string[], also = sql``) {
  if (sourceIds.length === 0) return new Map<string, { id: number; productId: number }>();
  const rows = await db
    .select({ id: reviews.id, sourceId: reviews.sourceId, productId: reviews.productId })
    .from(reviews)
    .where(sql`${reviews.sourceId} = any(${sql.param([...sourceIds])}::text[]) ${also}`);
  return new Map(rows.map(({ sourceId, ...review }) => [sourceId ?? "", review]));
}
