import type { Database } from "#db/database.ts";
import { getSettings } from "../../settings/settings.ts";
import { passwordFault } from "../profile/account-fields.rules.ts";
import { isBreachedPassword } from "./is-breached.ts";
import { isPersonalPassword, type PasswordOwner } from "./is-personal.ts";
import { isWidelyUsed } from "./is-widely-used.ts";

/** Why a password that is long enough is easy to guess. */
export type PasswordWeakness = "common" | "personal" | "breached";

/**
 * Returns why a new password is easy to guess: it is common, made of what others know about its owner, or in the breaches
 * of the service in the settings. Undefined if it is none of that, or has another fault. Call it outside transactions,
 * because it may ask the service.
 */
export async function findWeakness(
  db: Database,
  password: string,
  owner: Omit<PasswordOwner, "shopName">,
): Promise<PasswordWeakness | undefined> {
  if (passwordFault(password)) return undefined;
  if (isWidelyUsed(password)) return "common";
  const { shop_name: shopName, breached_passwords_url: url } = await getSettings(db);
  if (isPersonalPassword(password, { ...owner, shopName })) return "personal";
  return (await isBreachedPassword(password, url)) ? "breached" : undefined;
}
