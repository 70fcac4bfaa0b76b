/** A row that was left out, and why. */
export interface RefusedRow {
  /** Line in the file, from 1. */
  line: number;
  reasons: string[];
}

/** What an import did. */
export interface ImportReport {
  created: number;
  updated: number;
  /** Rows that say what the shop has already. */
  unchanged: number;
  refused: RefusedRow[];
  /** What went in otherwise than the file says, with its line: an ID that was taken, a link to a product that is not there. */
  notes: { line: number; text: string }[];
}

export function emptyReport(): ImportReport {
  return { created: 0, updated: 0, unchanged: 0, refused: [], notes: [] };
}

/** The report as lines for people; at most `most` of the rows that were left out. */
export function reportLines(report: ImportReport, most = 200): string[] {
  const { created, updated, unchanged, refused, notes } = report;
  const sorted = [...refused].sort((a, b) => a.line - b.line);
  const hidden = (count: number) => (count > most ? [`... and ${count - most} more`] : []);
  return [
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused.length} left out`,
    ...sorted.slice(0, most).map(({ line, reasons }) => `line ${line}: left out, ${reasons.join("; ")}`),
    ...hidden(refused.length),
    ...notes.slice(0, most).map(({ line, text }) => `line ${line}: ${text}`),
    ...hidden(notes.length),
  ];
}
