import type { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cut, withoutControls } from "../attribution/attribution.rules.ts";
import { decoded, none, type Source } from "../attribution/sources.rules.ts";
import { writeCsv } from "../orders/write-csv.ts";
import type { Settings } from "../settings/setting-definitions.ts";

/** Visits that a campaign, a search engine or another site led to. */
export interface NamedVisits {
  source: "utm" | "organic" | "referral";
  /** About to be stored: as `visitName` returns it. Stored: readable; "" for visits whose names are not told apart. */
  name: string;
  visits: number;
}

/** Most names of a day. Visits of the rarest are kept without a name, so that invented names cannot fill the table. */
const maxNames = 200;

const maxNameLength = 80;

/** An advisory lock number that nothing else uses: "visits" as ASCII. */
const namesLock = 0x766973697473;

/** Returns where a visit came from, as in the address: "mail / spring%20sale", "google", "blog.example"; "" if that is not told. */
export function visitName({ type, source, campaign }: Pick<Source, "type" | "source" | "campaign">): string {
  return (type === "utm" ? [source, campaign] : [source]).filter((part) => part !== none).join(" / ");
}

/** Returns a name as it is kept: readable, bounded, and "" if it may be personal. */
function keptName(name: string): string {
  return isPersonal(name) ? "" : cut(withoutControls(decoded(name)), maxNameLength);
}

/** Digits that may be separated as in phone numbers. */
const digitGroups = /\p{Nd}(?:[\s().\-/]{0,2}\p{Nd})*/gu;

/** The fewest digits of a phone number, with its area code. */
const fewestPhoneDigits = 9;

/** A number without separators that is longer than any phone number, such as an advertiser's id. */
const longNumber = /^\p{Nd}{16,}$/u;

/** Returns whether a name may contain an e-mail address or a phone number, however often it is encoded. */
function isPersonal(name: string): boolean {
  const text = plainText(name);
  if (text.includes("@")) return true;
  const numbers = text.match(digitGroups) ?? [];
  return numbers.some(
    (number) => number.replaceAll(/\P{Nd}/gu, "").length >= fewestPhoneDigits && !longNumber.test(number),
  );
}

/** Decodes ASCII characters until nothing is encoded, even where other characters are encoded badly; a + is a space. */
function plainText(name: string): string {
  const once = name.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return once === name ? decoded(once).replaceAll("+", " ").normalize("NFKC") : plainText(once);
}

/** Adds to the sums of a day ("2026-11-26") and keeps its most frequent names only. Call it in a transaction. */
export async function countVisitNames(db: Database, counted: readonly NamedVisits[], day: string): Promise<void> {
  if (counted.length === 0) return;
  const kept = counted.map((one) => ({ ...one, name: keptName(one.name) }));
  // One process at a time: each adds new names before it drops the rarest.
  await db.execute(sql`select pg_advisory_xact_lock(${namesLock})`);
  await db.execute(sql`
    insert into visit_names as known (day, source, name, visits)
    select ${day}::date, source, name, sum(visits)
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as g (source text, name text, visits bigint)
    group by 2, 3
    on conflict (day, source, name) do update set visits = known.visits + excluded.visits`);
  await db.execute(sql`
    with rare as (
      select source, name from visit_names where day = ${day}::date and name <> ''
      order by visits desc, source, name offset ${maxNames}),
    dropped as (
      delete from visit_names v using rare r where v.day = ${day}::date and v.source = r.source and v.name = r.name
      returning v.source, v.visits)
    insert into visit_names as known (day, source, name, visits)
    select ${day}::date, source, '', sum(visits) from dropped group by 2
    on conflict (day, source, name) do update set visits = known.visits + excluded.visits`);
}

/** Lists the most frequent names since a day ("2026-11-26"). */
export async function listVisitNames(db: Database, since: string, most: number): Promise<NamedVisits[]> {
  const { rows } = await db.execute<NamedVisits & Record<string, unknown>>(sql`
    select source, name, sum(visits)::float8 as visits from visit_names
    where day >= ${since}::date and name <> '' group by 1, 2 order by 3 desc, 1, 2 limit ${most}`);
  return rows;
}

/** Writes the sums as CSV, a row for each day, source and name. @returns the number of rows */
export async function exportVisitNames(db: Database, since: string, target: Writable): Promise<number> {
  const count = { rows: 0 };
  await writeCsv(db, target, ["day", "source", "name", "visits"], async function* (db) {
    const { rows } = await db.execute<Record<"day" | "source" | "name" | "visits", string>>(sql`
      select day::text, source, name, visits::text from visit_names
      where day >= ${since}::date order by day, source, visits desc, name`);
    count.rows = rows.length;
    for (const { day, source, name, visits } of rows) yield [day, source, name, visits];
  });
  return count.rows;
}

/** Deletes sums older than `statistics_days`. @returns how many rows, at most `limit` */
export async function deleteOldVisitNames(
  db: Database,
  { statistics_days: days }: Pick<Settings, "statistics_days">,
  now: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from visit_names where ctid in (select ctid from visit_names
      where day < (${now.toISOString()}::timestamptz at time zone 'UTC')::date - ${days}::int limit ${limit})`);
  return rowCount ?? 0;
}
