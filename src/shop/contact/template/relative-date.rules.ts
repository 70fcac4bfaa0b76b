const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const units = "(day|weekday|week|fortnight|month|year)s?";
const relation = "(next|last|previous|this)";

type Change = (date: Date, found: readonly string[]) => void;

/** Steps that are applied in the written order. */
const offsets: readonly [RegExp, Change][] = [
  [/^(?:today|now|midnight|noon)\b/, () => {}],
  [/^tomorrow\b/, (date) => add(date, "day", 1)],
  [/^yesterday\b/, (date) => add(date, "day", -1)],
  [
    new RegExp(`^([+-]?) ?(\\d{1,5}) ?${units}( ago)?\\b`),
    (date, [, sign, count, unit, ago]) => add(date, unit, Number(count) * (sign === "-" ? -1 : 1) * (ago ? -1 : 1)),
  ],
  [new RegExp(`^${relation} ${units}\\b`), (date, [, which, unit]) => add(date, unit, direction(which))],
];

/** Steps that are applied after all offsets. */
const endings: readonly [RegExp, Change][] = [
  [
    new RegExp(`^(first|last) day of(?: ${relation} month)?\\b`),
    (date, [, end, which]) => {
      date.setUTCDate(1);
      date.setUTCMonth(date.getUTCMonth() + direction(which) + (end === "last" ? 1 : 0));
      if (end === "last") date.setUTCDate(0);
    },
  ],
  [
    new RegExp(`^(?:${relation} )?(${weekdays.join("|")})\\b`),
    (date, [, which, name]) => {
      const ahead = (weekdays.indexOf(name ?? "") - date.getUTCDay() + 7) % 7;
      const way = direction(which);
      add(date, "day", way < 0 ? ahead - 7 : way > 0 && ahead === 0 ? 7 : ahead);
    },
  ],
];

/**
 * Returns the date of an expression such as "2026-05-01", "today+1_day", "first_day_of_next_month" or "next_monday" (with
 * underscores for spaces) as YYYY-MM-DD; undefined for unknown expressions. `today` is a date in the shop's time zone.
 */
export function dateOfExpression(expression: string, today: string): string | undefined {
  let rest = expression
    .slice(0, 100)
    .toLowerCase()
    .replace(/[_\s]+/g, " ")
    .trim();
  const absolute = /^\d{4}-\d{2}-\d{2}/.exec(rest)?.[0];
  if (absolute) rest = rest.slice(absolute.length).trim();
  const date = new Date(`${absolute ?? today}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || expression.trim() === "") return undefined;
  const later: (() => void)[] = [];
  while (rest !== "") {
    const [found, change, isEnding] = stepAt(rest);
    if (!found || !change) return undefined;
    if (isEnding) later.push(() => change(date, found));
    else change(date, found);
    rest = rest.slice(found[0].length).trim();
  }
  for (const change of later) change();
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}

function stepAt(rest: string): [found: RegExpExecArray, change: Change, isEnding: boolean] | [] {
  for (const steps of [endings, offsets]) {
    for (const [pattern, change] of steps) {
      const found = pattern.exec(rest);
      if (found) return [found, change, steps === endings];
    }
  }
  return [];
}

function direction(which: string | undefined): number {
  return which === "next" ? 1 : which === "last" || which === "previous" ? -1 : 0;
}

/** Moves a date; months overflow, so that 31 January plus one month is in March. */
function add(date: Date, unit: string | undefined, count: number): void {
  if (unit === "month") date.setUTCMonth(date.getUTCMonth() + count);
  else if (unit === "year") date.setUTCFullYear(date.getUTCFullYear() + count);
  else if (unit === "weekday") addWeekdays(date, count);
  else date.setUTCDate(date.getUTCDate() + count * (unit === "week" ? 7 : unit === "fortnight" ? 14 : 1));
}

function addWeekdays(date: Date, count: number): void {
  for (let left = Math.abs(count); left > 0; ) {
    date.setUTCDate(date.getUTCDate() + Math.sign(count));
    if (date.getUTCDay() % 6 !== 0) left -= 1;
  }
}
