/** How many there are of something, in words: "1 rate", "2 rates". @param many where an "s" does not make it */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A span of days as the commands take and show it: "2-3 business days", "1 business day". */
export function businessDays({ min, max }: { min: number; max: number }): string {
  return min === max ? counted(max, "business day") : `${min}-${max} business days`;
}
