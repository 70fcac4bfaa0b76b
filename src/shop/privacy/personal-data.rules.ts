import type { Database } from "#db/database.ts";
import type { Settings } from "../settings/setting-definitions.ts";

/** Somebody whose data is exported or erased. */
export interface Person {
  /** In lower case; never empty. */
  email: string;
  /** null: no account has the address. */
  userId: number | null;
  /**
   * Whether guests' orders with the address belong to the person. Anyone can type any address, so only the operator, who has
   * checked who asks, may say so.
   */
  ownsGuestOrders: boolean;
}

/**
 * What is erased. "account": what an account's owner deletes with it; orders stay for the books, and published reviews under
 * their name. "everything": closed orders lose names, addresses and contacts too, and reviews are deleted.
 */
export type ErasureExtent = "account" | "everything";

/** How many entries were erased, and how many have to stay for now. */
export interface Erasure {
  erased: number;
  kept: number;
}

/** What a module stores about people. Each module has one; `shop/privacy` lists them all. */
export interface PersonalDataPart {
  /** Its name in reports. */
  name: string;
  /** Lists what is stored, without secrets, as entries of the data export. */
  list(db: Database, person: Person, settings: Settings): Promise<Readonly<Record<string, unknown>>>;
  /** Erases it within the caller's transaction. */
  erase(db: Database, person: Person, extent: ErasureExtent, now: Date): Promise<Erasure>;
}
