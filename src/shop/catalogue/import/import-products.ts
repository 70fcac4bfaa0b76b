import { dirname, resolve } from "node:path";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import type { Currency } from "#platform/money.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { currencyOf, getSettings } from "../../settings/settings.ts";
import { reserveIds } from "./content-ids.ts";
import { Batch, type Family } from "./import-batch.ts";
import { storeFiles } from "./import-files.ts";
import { type PictureFetcher, PictureImport } from "./import-pictures.ts";
import { type ImportPlan, planImport } from "./import-plan.ts";
import { emptyReport, type ImportReport } from "./import-report.ts";
import { readFamilies } from "./product-families.ts";
import type { ProductRef } from "./product-row.ts";
import { ownRefs } from "./resolve-targets.ts";
import type { AwaitedLink } from "./write-links.ts";
import { reasonOfRow } from "./write-problem.ts";
import { type BatchResult, writeProducts } from "./write-products.ts";

export interface ImportProductsOptions {
  /** A product list as CSV; pictures and downloads are looked for beside it. */
  file: string;
  files: Pick<ShopFiles, "media" | "downloads">;
  /** Called after each batch with the rows that went in or stayed out so far, and how many the file has. */
  onProgress?: (done: number, total: number) => void;
  /** How a picture's URL is read; from the internet unless a test says otherwise. */
  fetchPicture?: PictureFetcher;
}

/** Rows that are written in one transaction; a larger family is one by itself. */
const batchSize = 200;

/**
 * Imports a product list as the field's shops export it. The file is streamed twice: once to learn which rows belong
 * together, once to write them. Each product goes in whole, with its variations, or not at all; a row that cannot go in is
 * reported with its line and the others do. Importing a file again changes nothing.
 * @throws what the file system or a lost database throws; what was written until then is whole.
 */
export async function importProducts(db: Database, options: ImportProductsOptions): Promise<ImportReport> {
  const plan = await planImport(options.file);
  if (typeof plan === "string") return { ...emptyReport(), refused: [{ line: 1, reasons: [plan] }] };
  const currency = currencyOf(await getSettings(db));
  const { file, files, fetchPicture } = options;
  const pictures = await PictureImport.open(db, dirname(resolve(file)), files.media, fetchPicture);
  const run = new ImportRun(db, options, plan, currency, pictures);
  await reserveIds(db, plan.largestId);
  let families: Family[] = [];
  let rows = 0;
  let writing = Promise.resolve();
  for await (const family of readFamilies(options.file, plan, currency, run.report)) {
    families.push(family);
    rows += family.variations.length + 1;
    if (rows < batchSize) continue;
    // The next rows are read while the database writes these.
    await writing;
    writing = run.write(families);
    // Its error is thrown where it is awaited; until then nobody else may stumble over it.
    writing.catch(() => {});
    [families, rows] = [[], 0];
  }
  await writing;
  await run.write(families);
  return run.finish();
}

/** What one import has written so far. */
class ImportRun {
  readonly report = emptyReport();
  readonly #db: Database;
  readonly #options: ImportProductsOptions;
  readonly #plan: ImportPlan;
  readonly #currency: Currency;
  readonly #pictures: PictureImport;
  readonly #written = new Map<ProductRef, number>();
  #awaited: AwaitedLink[] = [];

  constructor(
    db: Database,
    options: ImportProductsOptions,
    plan: ImportPlan,
    currency: Currency,
    pictures: PictureImport,
  ) {
    this.#db = db;
    this.#options = options;
    this.#plan = plan;
    this.#currency = currency;
    this.#pictures = pictures;
    const { ignored } = plan.columns;
    if (ignored.length > 0) this.report.notes.push({ line: 1, text: `columns not read: ${ignored.join(", ")}` });
  }

  /** Writes families together; when the database refuses them, one by one, so that only the culprit stays out. */
  async write(families: readonly Family[]): Promise<void> {
    const [first] = families;
    if (!first) return;
    try {
      const { batch, result } = await retryOnConflict(() => this.#attempt(families));
      this.#keep(batch, result);
    } catch (error) {
      const reason = reasonOfRow(error);
      if (reason === undefined) throw error;
      if (families.length > 1) for (const family of families) await this.write([family]);
      else this.#refuse(first, reason);
    }
    const { created, updated, unchanged, refused } = this.report;
    this.#options.onProgress?.(created + updated + unchanged + refused.length, this.#plan.rootOf.length);
  }

  /** One try, with a batch of its own: it notes what is refused on the way. */
  async #attempt(families: readonly Family[]): Promise<{ batch: Batch; result: BatchResult }> {
    const batch = new Batch(families);
    const files = await storeFiles(batch, this.#pictures, this.#options);
    const { refs } = this.#plan;
    const input = { currency: this.#currency, written: this.#written, refs, awaited: this.#awaited, ...files };
    return { batch, result: await writeProducts(this.#db, batch, input) };
  }

  #keep(batch: Batch, result: BatchResult): void {
    this.report.created += result.created;
    this.report.updated += result.updated;
    this.report.unchanged += result.unchanged;
    this.report.refused.push(...batch.refused);
    this.report.notes.push(...batch.notes);
    for (const [row, { id }] of result.targets) for (const ref of ownRefs(row)) this.#written.set(ref, id);
    const waiting = [...this.#awaited, ...result.awaited];
    this.#awaited = waiting.filter(({ ref }) => !this.#written.has(ref));
  }

  #refuse(family: Family, reason: string): void {
    const rows = [...(family.root ? [family.root] : []), ...family.variations];
    this.report.refused.push(...rows.map(({ line }) => ({ line, reasons: [reason] })));
  }

  /** Links whose product never came are said to be missing. */
  finish(): ImportReport {
    for (const { line, kind, ref } of this.#awaited) {
      const name = ref.replace(/^sku:/, "");
      const isRefused = this.#plan.refs.has(ref);
      const why = isRefused ? "was left out" : "is neither in the file nor in the shop";
      this.report.notes.push({ line, text: `the ${kind.replace("_", "-")} ${name} ${why}` });
    }
    return this.report;
  }
}
