import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { Database } from "#db/database.ts";
import { Refusal } from "../../refusal.ts";
import { emptyReport, type ImportReport } from "../import/import-report.ts";
import { escapeCell, joinList, splitList } from "../import/read/csv-values.ts";
import { readTable } from "../import/read/read-table.ts";
import { listSynonyms, putSynonym } from "./synonyms.ts";

const headings = { phrase: "Phrase", meanings: "Meanings", isMutual: "Both ways" };

/**
 * Imports synonyms from a CSV file with the columns Phrase, Meanings (separated by commas; none: searches ignore the phrase) and
 * Both ways (1 or 0). Other phrases stay as they are.
 */
export async function importSynonyms(db: Database, file: string): Promise<ImportReport> {
  const report = emptyReport();
  for await (const row of readTable(file)) {
    const { line, problem } = row;
    try {
      if (problem !== undefined) throw new Refusal("synonym_invalid", { reason: problem });
      const { outcome } = await putSynonym(db, {
        phrase: row.cell(headings.phrase),
        meanings: splitList(row.cell(headings.meanings)),
        isMutual: /^(1|yes|true)$/i.test(row.cell(headings.isMutual)),
      });
      report[outcome] += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      report.refused.push({ line, reasons: [String(error.details.reason)] });
    }
  }
  return report;
}

/** Writes all synonyms as CSV that `importSynonyms` reads. @returns their number */
export async function exportSynonyms(db: Database, target: Writable): Promise<number> {
  const synonyms = await listSynonyms(db);
  const rows = synonyms.map(({ phrase, meanings, isMutual }) => [phrase, joinList(meanings), isMutual ? "1" : "0"]);
  const cells = [Object.values(headings), ...rows.map((row) => row.map(escapeCell))];
  await pipeline(Readable.from(cells), stringify({ bom: true, record_delimiter: "windows" }), target);
  return synonyms.length;
}
