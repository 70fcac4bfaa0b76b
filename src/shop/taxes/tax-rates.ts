import { asc, eq, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { isTakenValue } from "#db/retry-on-conflict.ts";
import { taxRates } from "#db/tables/taxes.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { getSettings } from "../settings/settings.ts";
import { type PlacedRate, taxClassKey } from "./tax-place.rules.ts";
import type { TaxedSettings } from "./tax-terms.rules.ts";

/** Lists the rates in the order in which they were added. */
export async function listTaxRates(db: Database): Promise<PlacedRate[]> {
  return db
    .select({
      id: taxRates.id,
      label: taxRates.label,
      taxClass: taxRates.taxClass,
      perMillion: taxRates.perMillion,
      coversCharges: taxRates.coversCharges,
      country: taxRates.country,
      state: taxRates.state,
      city: taxRates.city,
    })
    .from(taxRates)
    .orderBy(asc(taxRates.id));
}

/** Returns the settings with the tax rates. */
export async function getTaxedSettings(db: Database): Promise<TaxedSettings> {
  const [settings, rates] = await Promise.all([getSettings(db), listTaxRates(db)]);
  return { ...settings, taxRates: rates };
}

/** Adds a rate and announces it, because shown prices change. @returns its id @throws Refusal tax_rate_exists */
export async function addTaxRate(db: Database, rate: Omit<PlacedRate, "id">, now: Date): Promise<number> {
  const { label, taxClass, perMillion, coversCharges, country, state, city } = rate;
  try {
    return await inTransaction(db, async (db) => {
      const values = { label, taxClass, perMillion, coversCharges, country, state, city, createdAt: now };
      const [row] = await db.insert(taxRates).values(values).returning({ id: taxRates.id });
      await announceChange(db, ["settings"]);
      return row?.id ?? 0;
    });
  } catch (error) {
    if (isTakenValue(error)) throw new Refusal("tax_rate_exists", { label });
    throw error;
  }
}

/** Deletes a rate; orders keep their taxes. @throws Refusal tax_rate_unknown */
export async function removeTaxRate(db: Database, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const gone = await db.delete(taxRates).where(eq(taxRates.id, id)).returning({ id: taxRates.id });
    if (gone.length === 0) throw new Refusal("tax_rate_unknown", { id });
    await announceChange(db, ["settings"]);
  });
}

/** A tax class with its number of products (and variations) and rates. */
export interface TaxClass {
  /** In the spelling of `taxClassKey`. */
  name: string;
  products: number;
  rates: number;
}

/**
 * Lists the classes of taxed products and rates, and the standard class, by name. Inherited classes of variations are
 * not counted.
 */
export async function listTaxClasses(db: Database): Promise<TaxClass[]> {
  const { rows } = await db.execute<{ name: string; products: number }>(sql`
    select tax_class as name, count(*)::int as products from products
    where tax_status = 'taxable' and not (type = 'variation' and lower(trim(tax_class)) in ('', 'parent')) group by 1`);
  const classes = new Map<string, TaxClass>([["", { name: "", products: 0, rates: 0 }]]);
  const classOf = (name: string): TaxClass => {
    const key = taxClassKey(name);
    const known = classes.get(key) ?? { name: key, products: 0, rates: 0 };
    classes.set(key, known);
    return known;
  };
  for (const { name, products } of rows) classOf(name).products += products;
  for (const { taxClass } of await listTaxRates(db)) classOf(taxClass).rates += 1;
  return [...classes.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
