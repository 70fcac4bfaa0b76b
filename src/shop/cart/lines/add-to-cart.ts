import type { Database } from "#db/database.ts";
import { type CartAddition, checkAddition, type FindProductToAdd } from "./check-addition.ts";
import type { AddedLine } from "./put-answer.ts";
import { type CartHolder, putIntoCart } from "./put-into-cart.ts";
import { refuseUnavailable } from "./refuse-unavailable.ts";
import type { StoredLine } from "./stored-lines.ts";

export interface AddingOptions {
  /** Marks a call that may be made again (a UUID): with the same mark it counts once. */
  attempt?: string | null;
  /** Looks products up; default: in the database. */
  findProduct?: FindProductToAdd;
}

/**
 * Puts pieces of a product into a session's cart: onto the line of the same choice if there is one. Two statements, one of
 * them when the product is known; exact however many adds arrive at once: none is lost, and no limit is passed.
 * @returns what was added, and the cart's lines after it
 * @throws Refusal what `checkAddition` and then `putIntoCart` refuse (see `putRefusal`). Details name the product (`name`, `slug`) and the
 * numbers.
 */
export async function addToCart(
  db: Database,
  holder: CartHolder,
  addition: CartAddition,
  now: Date,
  { attempt = null, findProduct }: AddingOptions = {},
): Promise<AddedLine & { lines: StoredLine[] }> {
  const checked = await checkAddition(db, addition, now, findProduct);
  await refuseUnavailable(db, holder, checked);
  const put = await putIntoCart(db, holder, checked, { now, attempt });
  if (typeof holder !== "number" && put.sessionId !== null) holder.begun(put.sessionId);
  if (put.refusal) throw put.refusal;
  return { ...put.added, lines: put.lines };
}
