import type { Database } from "#db/database.ts";
import { Refusal } from "../../refusal.ts";
import type { CheckedAddition } from "./check-addition.ts";
import type { CartHolder } from "./put-into-cart.ts";
import { listStoredLines } from "./stored-lines.ts";

/** Refuses what is not to be had, of what is sold one by one after a look into the cart: one statement more. @throws Refusal */
export async function refuseUnavailable(db: Database, holder: CartHolder, checked: CheckedAddition): Promise<void> {
  const { refusal, lineKey, name, slug } = checked;
  if (!refusal) return;
  const lines = typeof holder === "number" ? await listStoredLines(db, holder) : [];
  throw lines.some(({ key }) => key === lineKey) ? new Refusal("product_sold_individually", { name, slug }) : refusal;
}
