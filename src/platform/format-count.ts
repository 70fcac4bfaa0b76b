/** Formats a count: "1 rate", "2 rates". @param many the plural, if it is irregular */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
