/** A row of the table: what was measured, as often as it was. */
export interface Figure {
  what: string;
  /** One value for each measurement. Without any, the row says that there are none. */
  values: readonly number[];
  unit: string;
  /** What the median is held against; a figure without a bar is there to explain another. */
  bar?: { atLeast: number } | { atMost: number };
}

/** The middle value; of two middle ones their mean. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** Prints the table: what, median, lowest and highest of how many, the bar, and whether the median is on its right side. */
export function printTable(figures: readonly Figure[]): void {
  const rows = [["what", "median", "min - max", "of", "bar", ""], ...figures.map(rowOf)];
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

/** Three digits that count, thousands apart. */
function format(value: number): string {
  const decimals = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
