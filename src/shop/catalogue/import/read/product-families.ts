import type { Currency } from "#platform/money.ts";
import { type Family, refusedParent } from "../import-batch.ts";
import type { ImportReport } from "../import-report.ts";
import type { ImportPlan } from "./import-plan.ts";
import { type ProductRow, readProductRow } from "./product-row.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";

interface Member {
  line: number;
  isRoot: boolean;
  read: ProductRow | string[];
}

/**
 * Reads a file for the second time and yields each family as soon as its last row was read. Reports invalid rows, and
 * with a product its variations.
 */
export async function* readFamilies(
  file: string,
  plan: ImportPlan,
  currency: Currency,
  report: ImportReport,
): AsyncGenerator<Family> {
  const open = new Map<number, Member[]>();
  let row = -1;
  for await (const record of readCsv(file)) {
    // The first record is the headings.
    if (row >= 0) {
      const root = plan.rootOf[row] ?? row;
      const members = open.get(root) ?? [];
      open.set(root, members);
      const isRoot = root === row && !plan.headless.has(row);
      members.push({ line: record.line, isRoot, read: readRow(record, plan, row, currency) });
      if (members.length === plan.sizeOf.get(root)) {
        open.delete(root);
        const family = close(members, report);
        if (family.root || family.variations.length > 0) yield family;
      }
    }
    row += 1;
  }
}

function readRow(record: CsvRecord, plan: ImportPlan, row: number, currency: Currency): ProductRow | string[] {
  const problem = record.problem ?? plan.problems.get(row);
  return problem ? [problem] : readProductRow(record, plan.columns, currency);
}

function close(members: readonly Member[], report: ImportReport): Family {
  const root = members.find(({ isRoot }) => isRoot);
  const rootReasons = root && Array.isArray(root.read) ? [refusedParent(root.line, root.read)] : undefined;
  const family: Family = { variations: [] };
  for (const { line, isRoot, read } of members) {
    const reasons = Array.isArray(read) ? read : isRoot ? undefined : rootReasons;
    if (reasons) report.refused.push({ line, reasons });
    else if (Array.isArray(read)) continue;
    else if (isRoot) family.root = read;
    else family.variations.push(read);
  }
  return family;
}
