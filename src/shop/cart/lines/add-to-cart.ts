import type { Database } from "#db/database.ts";
import { type CartAddition, checkAddition, type FindProductToAdd } from "./check-addition.ts";
import type { AddedLine } from "./put-answer.ts";
import { type CartHolder, putIntoCart, refuseUnavailable } from "./put-into-cart.ts";
import type { StoredLine } from "./stored-lines.ts";

export interface AddingOptions {
  /** Idempotency key (a UUID): calls with the same key count once. */
  attempt?: string | null;
  /** Looks up products; default: in the database. */
  findProduct?: FindProductToAdd;
}

/**
 * Adds pieces of a product to a session's cart, to the existing line if the same options were chosen before. Takes two
 * statements, or one when the product is known. Safe under concurrency: no add is lost, no limit exceeded.
 * @returns what was added, and the cart's lines afterwards
 * @throws Refusal what `checkAddition` and then `putIntoCart` refuse (see `putRefusal`). Details name the product
 * (`name`, `slug`) and the numbers.
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
