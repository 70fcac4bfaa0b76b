/** A refused row, or file of a folder, with the reasons. */
export interface RefusedRow {
  /** In a folder; the reasons name it with their lines. */
  file?: string;
  /** Line in the file, from 1. */
  line: number;
  reasons: string[];
}

/** A difference from what was imported. */
export interface ImportNote {
  /** In a folder; undefined if only one file is imported. */
  file?: string;
  /** From 1; undefined if it is not known. */
  line: number | undefined;
  text: string;
}

/** The result of an import. */
export interface ImportReport {
  created: number;
  updated: number;
  /** Rows without changes. */
  unchanged: number;
  refused: RefusedRow[];
  /** Such as an ID that was taken, or a link to a missing product. */
  notes: ImportNote[];
}

export function emptyReport(): ImportReport {
  return { created: 0, updated: 0, unchanged: 0, refused: [], notes: [] };
}

/** Returns the report as lines of text, with at most `maxRows` of the refused rows. */
export function reportLines(report: ImportReport, maxRows = 200): string[] {
  const { created, updated, unchanged, refused, notes } = report;
  const sorted = [...refused].sort((a, b) => (a.file === undefined ? a.line - b.line : 0));
  const hidden = (count: number) => (count > maxRows ? [`... and ${count - maxRows} more`] : []);
  return [
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused.length} left out`,
    ...sorted.slice(0, maxRows).map(leftOut),
    ...hidden(refused.length),
    ...notes.slice(0, maxRows).map((note) => `${placeOf(note)}: ${note.text}`),
    ...hidden(notes.length),
  ];
}

/** Returns "line 3", or "tea.md:3" in a folder. */
function placeOf({ file, line }: Pick<ImportNote, "file" | "line">): string {
  if (file === undefined) return `line ${line}`;
  return line === undefined ? file : `${file}:${line}`;
}

function leftOut({ file, line, reasons }: RefusedRow): string {
  return file === undefined ? `line ${line}: left out, ${reasons.join("; ")}` : `left out, ${reasons.join("; ")}`;
}
