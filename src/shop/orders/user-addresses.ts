import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { userAddresses } from "#db/tables/accounts.ts";
import { Refusal } from "../refusal.ts";
import type { Address } from "./order.ts";
import { serverCheckoutFaults } from "./phone-check.ts";

export type AddressKind = "billing" | "shipping";

/** The addresses that somebody has saved, by kind. */
export async function findAddresses(db: Database, userId: number): Promise<Partial<Record<AddressKind, Address>>> {
  const rows = await db.select().from(userAddresses).where(eq(userAddresses.userId, userId));
  return Object.fromEntries(rows.map(({ kind, address }) => [kind, address as Address]));
}

/** Saves one of somebody's own addresses. @throws Refusal checkout_invalid (details: reason by `part.field`) */
export async function saveAddress(db: Database, userId: number, kind: AddressKind, address: Address): Promise<void> {
  const form = { billing: address, shipping: address, note: "" };
  const faults = serverCheckoutFaults(form).filter(({ part }) => part === kind);
  if (faults.length > 0)
    throw new Refusal(
      "checkout_invalid",
      Object.fromEntries(faults.map(({ part, field, reason }) => [`${part}.${field}`, reason])),
    );
  await keepAddress(db, userId, kind, address);
}

/** Keeps an address that has been checked. */
export async function keepAddress(db: Database, userId: number, kind: AddressKind, address: Address): Promise<void> {
  await db
    .insert(userAddresses)
    .values({ userId, kind, address })
    .onConflictDoUpdate({ target: [userAddresses.userId, userAddresses.kind], set: { address } });
}
