import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { userAddresses } from "#db/tables/accounts.ts";
import type { User } from "../accounts/user.ts";
import { normalisePlace } from "../delivery/address-formats.rules.ts";
import { Refusal } from "../refusal.ts";
import { type CheckoutForm, faultDetails } from "./checkout/checkout.rules.ts";
import { serverCheckoutFaults } from "./checkout/phone-check.ts";
import type { Address } from "./order.ts";

export type AddressKind = "billing" | "shipping";

/** Finds a user's saved addresses by kind, normalised by their countries' current formats. */
export async function findAddresses(db: Database, userId: number): Promise<Partial<Record<AddressKind, Address>>> {
  const rows = await db.select().from(userAddresses).where(eq(userAddresses.userId, userId));
  return Object.fromEntries(rows.map(({ kind, address }) => [kind, normalisePlace(address as Address)]));
}

/** Returns the known destination of a user's next order: the saved delivery address, else the billing address. */
export async function findUsualAddress(db: Database, user: User): Promise<Partial<Address>> {
  const { firstName, lastName, email, phone } = user;
  const account = { firstName, lastName, email, phone: phone ?? "" };
  const { billing, shipping } = await findAddresses(db, user.id);
  const known = shipping ?? billing;
  if (!known) return account;
  // The form of a delivery address asks for neither.
  const contact = billing ?? account;
  return { ...known, phone: known.phone || contact.phone, email: known.email || contact.email };
}

/**
 * Saves the validated addresses of an order for the next one. Keeps the billing address of users with a delivery
 * address.
 */
export async function saveOrderAddresses(db: Database, userId: number, form: CheckoutForm): Promise<void> {
  const { billing, shipping } = form;
  if (shipping) {
    await writeAddress(db, userId, "billing", billing);
    return writeAddress(db, userId, "shipping", shipping);
  }
  const saved = await findAddresses(db, userId);
  await writeAddress(db, userId, saved.shipping ? "shipping" : "billing", billing);
}

/**
 * Saves one of a user's addresses. @throws Refusal checkout_invalid (details: reason by `part.field`)
 * @param countries the countries with delivery
 */
export async function saveAddress(
  db: Database,
  userId: number,
  { kind, address }: { kind: AddressKind; address: Address },
  countries: readonly string[],
): Promise<void> {
  const form = { billing: address, shipping: address, note: "" };
  const faults = serverCheckoutFaults(form, "courier", countries).filter(({ part }) => part === kind);
  if (faults.length > 0) throw new Refusal("checkout_invalid", faultDetails(faults));
  await writeAddress(db, userId, kind, address);
}

/** Saves a validated address. */
async function writeAddress(db: Database, userId: number, kind: AddressKind, address: Address): Promise<void> {
  await db
    .insert(userAddresses)
    .values({ userId, kind, address })
    .onConflictDoUpdate({ target: [userAddresses.userId, userAddresses.kind], set: { address } });
}
