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
import { emptyReport, type ImportReport } from "./import-report.ts";
import { type ImportPlan, planImport } from "./read/import-plan.ts";
import { readFamilies } from "./read/product-families.ts";
import type { ProductRef } from "./read/product-row.ts";
import { ownRefs } from "./write/resolve-targets.ts";
import type { AwaitedLink } from "./write/write-links.ts";
import { reasonOfRow } from "./write/write-problem.ts";
import { type BatchResult, writeProducts } from "./write/write-products.ts";

export interface ImportProductsOptions {
  /** A product list as CSV, with its pictures and downloads next to it. */
  file: string;
  files: Pick<ShopFiles, "media" | "downloads">;
  /** Called after each batch with the number of processed rows and the total. */
  onProgress?: (done: number, total: number) => void;
  /** Loads a picture by URL; default: from the internet. */
  fetchPicture?: PictureFetcher;
}

/** Rows written in one transaction; a larger family has its own. */
const batchSize = 200;

/**
 * Imports a product list in the format of the protocol's exports. Streams the file twice: to find out which rows belong
 * together, and to write them. Each product is imported with all its variations or not at all; invalid rows are
 * reported with their lines. Importing a file again changes nothing.
 * @throws on file system errors or a lost database; products written until then are complete
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
    // Read the next rows while the database writes these.
    await writing;
    writing = run.write(families);
    // The error is thrown at the await above; until then, keep it from being unhandled.
    writing.catch(() => {});
    [families, rows] = [[], 0];
  }
  await writing;
  await run.write(families);
  return run.finish();
}

/** The state of an import. */
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

  /** Writes families together; if the database refuses them, one by one, so that only the invalid one is refused. */
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

  /** Tries once with a new batch, which collects refused rows. */
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

  /** Reports links whose product is missing. */
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
