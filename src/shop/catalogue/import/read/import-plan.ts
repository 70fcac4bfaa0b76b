import { type ProductColumns, readHeadings } from "./product-columns.ts";
import { type ProductRef, type RowIdentity, readIdentity } from "./product-row.ts";
import type { CsvRecord } from "./read-csv.ts";
import { readCsv } from "./read-csv.ts";
import { short } from "./row-reader.ts";

/**
 * Which rows of a file belong together, from a first reading: a product and its variations are imported together or not
 * at all, wherever they are in the file. Rows are counted from 0 without the headings.
 */
export interface ImportPlan {
  columns: ProductColumns;
  /** The row of each row's product, or the row itself. */
  rootOf: number[];
  /** The number of rows of each family, by its root. */
  sizeOf: Map<number, number>;
  /** Roots that are variations, because their product is not in the file. */
  headless: ReadonlySet<number>;
  /** Refused rows, with the reason. */
  problems: Map<number, string>;
  refs: ReadonlySet<string>;
  /** The largest id in the file that products may keep. */
  largestId: number;
}

/** Rows with a larger ID get a new one, because the id sequence would jump past it. */
export const largestPreservedId = 1_000_000_000;

/** Reads a file once for its plan. @returns a text if the file is no product list */
export async function planImport(file: string): Promise<ImportPlan | string> {
  let columns: ProductColumns | undefined;
  const drafts = new PlanDraft();
  for await (const record of readCsv(file)) {
    if (columns) drafts.add(record, columns);
    else {
      const headings = record.problem ?? readHeadings(record.cells);
      if (typeof headings === "string") return headings;
      columns = headings;
    }
  }
  return columns ? drafts.finish(columns) : "the file is empty";
}

class PlanDraft {
  readonly #parents: (ProductRef | null)[] = [];
  /** By SKU, by ID, or by name for rows with neither. */
  readonly #rows = new Map<string, { row: number; line: number }>();
  readonly #problems = new Map<number, string>();
  #largestId = 0;

  add(record: CsvRecord, columns: ProductColumns): void {
    if (record.problem) {
      this.#parents.push(null);
      return;
    }
    const identity = readIdentity(record, columns);
    const row = this.#parents.length;
    this.#parents.push(identity.parent);
    if (identity.isVariation && !identity.parent && columns.at.parent !== undefined)
      this.#problems.set(row, "a variation needs its parent");
    this.#register(identity, row, record.line);
  }

  #register({ sourceId, sku, isVariation, name }: RowIdentity, row: number, line: number): void {
    const keys = [...(sku ? [`sku:${sku}`] : []), ...(sourceId ? [`id:${sourceId}`] : [])];
    if (keys.length === 0 && !isVariation) keys.push(`name:${name}`);
    for (const key of keys) {
      const first = this.#rows.get(key);
      if (first) this.#problems.set(row, `${describeKey(key)} is already on line ${first.line}`);
    }
    if (this.#problems.has(row)) return;
    for (const key of keys) this.#rows.set(key, { row, line });
    if (sourceId && sourceId <= largestPreservedId) this.#largestId = Math.max(this.#largestId, sourceId);
  }

  finish(columns: ProductColumns): ImportPlan {
    const outside = new Map<ProductRef, number>();
    const rootOf = this.#parents.map((parent, row) => {
      if (!parent) return row;
      const root = this.#rows.get(parent)?.row ?? outside.get(parent);
      // Variations of a product outside the file form a family whose root is the first of them.
      if (root === undefined) outside.set(parent, row);
      if (root !== undefined && this.#parents[root] && !outside.has(parent))
        this.#problems.set(row, "its parent is a variation itself");
      return this.#problems.has(row) ? row : (root ?? row);
    });
    const sizeOf = new Map<number, number>();
    for (const root of rootOf) sizeOf.set(root, (sizeOf.get(root) ?? 0) + 1);
    const refs = new Set(this.#rows.keys());
    const headless = new Set(outside.values());
    return { columns, rootOf, sizeOf, headless, problems: this.#problems, refs, largestId: this.#largestId };
  }
}

function describeKey(key: string): string {
  const [kind = "", ...rest] = key.split(":");
  const value = short(rest.join(":"));
  return kind === "name" ? `the name ${value}, without an ID or a SKU,` : `the ${kind.toUpperCase()} ${value}`;
}
