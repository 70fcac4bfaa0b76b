import type { ImportReport, RefusedRow } from "./import-report.ts";
import type { ProductRow } from "./read/product-row.ts";

/** A product with its variations, or variations of a product that is not in the file. */
export interface Family {
  root?: ProductRow;
  variations: ProductRow[];
}

/** Families that are written together, minus the rows that are refused on the way. */
export class Batch {
  readonly families: readonly Family[];
  readonly refused: RefusedRow[] = [];
  readonly notes: ImportReport["notes"] = [];
  readonly #out = new Set<ProductRow>();
  readonly #familyOf = new Map<ProductRow, Family>();

  constructor(families: readonly Family[]) {
    this.families = families;
    for (const family of families) for (const row of membersOf(family)) this.#familyOf.set(row, family);
  }

  /** Returns the remaining rows, a product before its variations. */
  rows(): ProductRow[] {
    return this.families.flatMap(membersOf).filter((row) => !this.#out.has(row));
  }

  /** Returns a variation's product in the file. */
  rootOf(row: ProductRow): ProductRow | undefined {
    const root = this.#familyOf.get(row)?.root;
    return root === row ? undefined : root;
  }

  /** 0 for the first variation of its product. */
  orderOf(row: ProductRow): number {
    return this.#familyOf.get(row)?.variations.indexOf(row) ?? 0;
  }

  /** Refuses a row, and with a product its variations. */
  refuse(row: ProductRow, reasons: string[]): void {
    if (this.#out.has(row)) return;
    this.#out.add(row);
    this.refused.push({ line: row.line, reasons });
    const family = this.#familyOf.get(row);
    if (family?.root !== row) return;
    for (const variation of family.variations) this.refuse(variation, [refusedParent(row.line, reasons)]);
  }

  note(row: ProductRow, text: string): void {
    this.notes.push({ line: row.line, text });
  }
}

/** Returns why a variation is refused when its product is. */
export function refusedParent(line: number, reasons: readonly string[]): string {
  return `its product on line ${line} was left out (${reasons.join("; ")})`;
}

function membersOf({ root, variations }: Family): ProductRow[] {
  return root ? [root, ...variations] : variations;
}
