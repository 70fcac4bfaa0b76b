import { eq, sql } from "drizzle-orm";
import { Compile } from "typebox/compile";
import { addJob } from "#db/add-job.ts";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { settings as table } from "#db/tables/settings-and-media.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Currency } from "#platform/money.ts";
import { isCountry, isState } from "../delivery/countries.rules.ts";
import { statesOf } from "../delivery/states.rules.ts";
import { Refusal } from "../refusal.ts";
import { findOwnEventFault } from "../tracking/own-events.rules.ts";
import { findAdditionFault, originSource } from "./csp-additions.rules.ts";
import { type SettingName, type Settings, settingDefinitions } from "./setting-definitions.ts";
import { isTimeZone } from "./time-zone.rules.ts";

const names = Object.keys(settingDefinitions) as SettingName[];
const validators = new Map(names.map((name) => [name, Compile(settingDefinitions[name].schema)]));

/** Returns all settings; a stored value that no longer fits its type falls back to the default. */
export async function getSettings(db: Database): Promise<Settings> {
  const rows = await prepared(db, "all_settings", (db, name) =>
    // As text, because Drizzle parses a text of digits, such as an id, once more and makes it a number.
    db
      .select({ key: table.key, value: sql<string>`${table.value}::text` })
      .from(table)
      .prepare(name),
  ).execute();
  const stored = new Map(rows.map((row): [string, unknown] => [row.key, JSON.parse(row.value)]));
  const entries = names.map((name) => {
    const value = stored.get(name);
    const fits = value !== undefined && validators.get(name)?.Check(value);
    return [name, fits ? value : settingDefinitions[name].default];
  });
  return Object.fromEntries(entries) as Settings;
}

/** Returns whether `name` is a setting. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingDefinitions, name);
}

/** Returns whether a setting's value is a secret, which nothing prints or logs. The audit log goes by the same rule. */
export function isSecretSetting(name: string): boolean {
  return name.includes("secret");
}

/**
 * Sets one setting and announces it.
 * @throws Refusal setting_unknown; setting_invalid with the expected type, for `price_decimals` once prices exist, for an
 * unknown country or province, an unknown time zone or currency, a source that `csp_additions` or
 * `extra_script_origins` does not take, and an event that `pixel_events` does not take
 */
export async function setSetting(db: Database, name: string, value: unknown): Promise<void> {
  if (!isSettingName(name)) throw new Refusal("setting_unknown", { name });
  const validator = validators.get(name);
  if (!validator?.Check(value)) {
    const reasons =
      allowedValues(name) ?? [...(validator?.Errors(value) ?? [])].map(({ message }) => message).join("; ");
    throw new Refusal("setting_invalid", { name, reasons });
  }
  refuseBadSources(name, value);
  refuseUnknownName(name, value);
  refuseBadEvents(name, value);
  await inTransaction(db, async (db) => {
    if (name === "price_decimals") await refuseOncePriced(db);
    await refuseUnknownPlace(db, name, value);
    if (name === "shared_cache_purge_url") await emptySharedCache(db, value);
    const row = { key: name, value, changedAt: sql`now()` };
    await db.insert(table).values(row).onConflictDoUpdate({ target: table.key, set: row });
    await publishChange(db, name);
  });
}

/** Sets several settings, all or none. @throws Refusal as `setSetting` */
export async function setSettings(db: Database, values: Readonly<Record<string, unknown>>): Promise<void> {
  await inTransaction(db, async (db) => {
    for (const [name, value] of Object.entries(values)) await setSetting(db, name, value);
  });
}

/** What to enter for settings whose schema says too little to somebody who made a mistake. */
const examples: Partial<Record<SettingName, string>> = {
  consent_exempt_countries: 'a list of two-letter codes (ISO 3166), such as ["PK","GB"]',
  pixel_events: 'a list of events, such as [{"event":"Contact","triggerType":"css","trigger":"a[href^=tel]"}]',
};

/** Says what a setting allows: by example, or as a fixed list of words, or a list or an object of such words; else undefined. */
function allowedValues(name: SettingName): string | undefined {
  const example = examples[name];
  if (example) return `use ${example}`;
  const schema = settingDefinitions[name].schema as object as ListedSchema;
  const words = wordsOf(schema);
  if (words) return `use ${words.join(" or ")}`;
  const listed = schema.items && wordsOf(schema.items);
  if (listed) return `use a list of these words: ${listed.join(", ")}`;
  const [property] = Object.values(schema.properties ?? {});
  const values = property && wordsOf(property);
  if (!values) return undefined;
  const names = Object.keys(schema.properties ?? {});
  return `use an object such as {"${names[0]}":"${values[0]}"}, with the names ${names.join(", ")} and the values ${values.join(", ")}`;
}

/** The parts of a JSON schema that lists words. */
interface ListedSchema {
  const?: unknown;
  anyOf?: readonly ListedSchema[];
  items?: ListedSchema;
  properties?: Readonly<Record<string, ListedSchema>>;
}

/** Returns the words that a schema allows; undefined if it allows anything else. */
function wordsOf({ const: word, anyOf }: ListedSchema): string[] | undefined {
  if (typeof word === "string") return [word];
  const words = anyOf?.map((choice) => choice.const);
  return words?.every((one) => typeof one === "string") ? words : undefined;
}

/**
 * Resets a setting to its default. @throws Refusal setting_unknown; setting_invalid if the store's province is of
 * another country
 */
export async function resetSetting(db: Database, name: string): Promise<void> {
  if (!isSettingName(name)) throw new Refusal("setting_unknown", { name });
  await inTransaction(db, async (db) => {
    await refuseUnknownPlace(db, name, settingDefinitions[name].default);
    if (name === "shared_cache_purge_url") await emptySharedCache(db, settingDefinitions[name].default);
    await db.delete(table).where(eq(table.key, name));
    await publishChange(db, name);
  });
}

/**
 * Queues a job to reindex all products after a change of the search language. Until it is done the old words are found.
 */
async function publishChange(db: Database, name: SettingName): Promise<void> {
  if (name === "search_dictionary") await addJob(db, "index-products", {}, { jobKey: "index-products" });
  await announceChange(db, ["settings"]);
}

/**
 * Queues a purge of all pages from the shared cache if it is about to be replaced by another or by none, because later
 * purges do not reach it.
 */
async function emptySharedCache(db: Database, nextUrl: unknown): Promise<void> {
  const { shared_cache_purge_url: url } = await getSettings(db);
  if (url === "" || url === nextUrl) return;
  // Retries for about an hour, after which its pages have expired.
  await addJob(db, "purge-shared-cache", { tags: ["settings"], url }, { queueName: "shared-cache", maxAttempts: 9 });
}

/** Returns the store's currency. */
export function currencyOf(settings: Settings): Currency {
  return { code: settings.currency, symbol: settings.currency_symbol, minorUnit: settings.price_decimals };
}

/** Amounts are stored in minor units: another number of decimals would change every price by powers of ten. */
async function refuseOncePriced(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from products where regular_price is not null limit 1`);
  if (rows.length > 0)
    throw new Refusal("setting_invalid", { name: "price_decimals", reasons: "products have prices" });
}

function refuseUnknownName(name: SettingName, value: unknown): void {
  if (name === "timezone_string" && value !== "" && !isTimeZone(String(value)))
    throw new Refusal("setting_invalid", { name, reasons: "use a name such as Asia/Karachi" });
  if (name === "currency" && !Intl.supportedValuesOf("currency").includes(String(value)))
    throw new Refusal("setting_invalid", { name, reasons: "use a code such as PKR or USD" });
  if (name !== "consent_exempt_countries") return;
  const unknown = (value as readonly string[]).filter((code) => !isCountry(code));
  if (unknown.length === 0) return;
  const are = unknown.length === 1 ? "is not a country's code" : "are not countries' codes";
  throw new Refusal("setting_invalid", { name, reasons: `${unknown.join(", ")} ${are}: use ${examples[name]}` });
}

/** Refuses events of the shop's own that networks would not take or would count as sales. */
function refuseBadEvents(name: SettingName, value: unknown): void {
  if (name !== "pixel_events") return;
  const faults = (value as Settings["pixel_events"]).flatMap((event) => findOwnEventFault(event) ?? []);
  if (faults.length > 0) throw new Refusal("setting_invalid", { name, reasons: faults.join("; ") });
}

/** Refuses sources that would open the content security policy too far. */
function refuseBadSources(name: SettingName, value: unknown): void {
  if (name !== "csp_additions" && name !== "extra_script_origins") return;
  const find = name === "csp_additions" ? findAdditionFault : findOriginFault;
  const faults = (value as readonly string[]).flatMap((source) => find(source) ?? []);
  if (faults.length > 0) throw new Refusal("setting_invalid", { name, reasons: faults.join("; ") });
}

function findOriginFault(origin: string): string | undefined {
  return originSource(origin) === undefined
    ? `${origin} is not an origin that can be allowed; use https://cdn.example or https://*.cdn.example`
    : undefined;
}

/** Refuses an unknown country, or a province of another country. */
async function refuseUnknownPlace(db: Database, name: SettingName, value: unknown): Promise<void> {
  if (name !== "store_country" && name !== "store_state") return;
  const before = await getSettings(db);
  const { store_country: country, store_state: state } = { ...before, [name]: value } as Settings;
  const refuse = (reasons: string) => {
    throw new Refusal("setting_invalid", { name, reasons });
  };
  if (!isCountry(country)) refuse("use a country's two letters, such as PK");
  if (state === "") return;
  if (country !== before.store_country) refuse(`store_state is ${state}, of another country: reset that first`);
  if (isState(country, state)) return;
  const known = statesOf(country);
  refuse(known ? `use ${[...known.keys()].join(" or ")}, or reset it` : "use a province as it is written");
}
