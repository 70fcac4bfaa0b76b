/** A row of the results table. */
export interface Figure {
  what: string;
  /** One value per measurement; empty when nothing was measured. */
  values: readonly number[];
  unit: string;
  /** The limit for the median; figures without one only explain others. */
  bar?: { atLeast: number } | { atMost: number };
}

/** Returns the middle value, or the mean of the two middle ones. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** Prints the table: name, median, range, number of measurements, bar, and whether the median meets it. */
export function printTable(figures: readonly Figure[]): void {
  const rows = [["measurement", "median", "min - max", "n", "bar", ""], ...figures.map(rowOf)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const isText = (column: number) => column === 0 || column === 5;
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    process.stdout.write(`${cells.join("  ").trimEnd()}\n`);
  }
}

function rowOf({ what, values, unit, bar }: Figure): string[] {
  if (values.length === 0) return [what, "-", "", "", "", ""];
  const median = medianOf(values);
  const range = values.length > 1 ? `${format(Math.min(...values))} - ${format(Math.max(...values))}` : "";
  const row = [what, `${format(median)} ${unit}`.trimEnd(), range, String(values.length)];
  if (!bar) return [...row, "", ""];
  const isMet = "atLeast" in bar ? median >= bar.atLeast : median <= bar.atMost;
  const limit = "atLeast" in bar ? `>= ${format(bar.atLeast)}` : `<= ${format(bar.atMost)}`;
  return [...row, limit, isMet ? "ok" : "below"];
}

/** Formats with three significant digits and thousands separators. */
function format(value: number): string {
  const decimals = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
