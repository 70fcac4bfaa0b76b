import type { Database } from "#db/database.ts";
import { Refusal } from "../../refusal.ts";
import type { CheckedAddition } from "./check-addition.ts";
import type { CartHolder } from "./put-into-cart.ts";
import { listStoredLines } from "./stored-lines.ts";

/**
 * Throws if the product is unavailable; items sold individually are also checked against the cart, with one more
 * statement. @throws Refusal
 */
export async function refuseUnavailable(db: Database, holder: CartHolder, checked: CheckedAddition): Promise<void> {
  const { refusal, lineKey, name, slug } = checked;
  if (!refusal) return;
  const lines = typeof holder === "number" ? await listStoredLines(db, holder) : [];
  throw lines.some(({ key }) => key === lineKey) ? new Refusal("product_sold_individually", { name, slug }) : refusal;
}
