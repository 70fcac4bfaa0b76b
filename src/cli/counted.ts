/** Formats a count: "1 rate", "2 rates". @param many the plural, if it is irregular */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Formats a range of days as commands accept and print it: "2-3 business days", "1 business day". */
export function businessDays({ min, max }: { min: number; max: number }): string {
  return min === max ? counted(max, "business day") : `${min}-${max} business days`;
}
