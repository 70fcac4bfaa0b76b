import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { type CheckedAddition, checkAddition } from "./check-addition.ts";
import { findProductToAdd } from "./product-to-add.ts";
import { type AddedLine, addedLineOf, type CartHolder, putIntoCart } from "./put-into-cart.ts";

/**
 * Puts members of a grouped product into the cart: all that were asked for, or none.
 * @param quantities wanted pieces by member id; zero or less means not this one, NaN that it cannot be read.
 * @throws Refusal product_unknown, group_choose_quantity when nothing is asked for or not in numbers, or what `addToCart`
 * refuses.
 */
export async function addGroupedToCart(
  db: Database,
  holder: CartHolder,
  groupId: number,
  quantities: ReadonlyMap<number, number>,
  now: Date,
): Promise<AddedLine[]> {
  const group = await findProductToAdd(db, groupId);
  if (group?.type !== "grouped") throw new Refusal("product_unknown");
  const wanted = group.memberIds.filter((id) => (quantities.get(id) ?? 0) > 0);
  const isReadable = group.memberIds.every((id) => !Number.isNaN(quantities.get(id)));
  if (wanted.length === 0 || !isReadable)
    throw new Refusal("group_choose_quantity", { name: group.name, slug: group.slug });
  const checked: CheckedAddition[] = [];
  for (const productId of wanted) {
    const quantity = quantities.get(productId) ?? 0;
    checked.push(await checkAddition(db, { productId, variationId: null, quantity, attributes: {} }, now));
  }
  const put = await inTransaction(db, (db) => putAll(db, holder, checked, now));
  if (typeof holder !== "number") holder.begun(put.sessionId);
  return put.added;
}

async function putAll(db: Database, holder: CartHolder, checked: readonly CheckedAddition[], now: Date) {
  const added: AddedLine[] = [];
  let into = holder;
  for (const addition of checked) {
    const put = await putIntoCart(db, into, addition, { now, attempt: null });
    if (put.refusal) throw put.refusal;
    if (put.sessionId !== null) into = put.sessionId;
    added.push(addedLineOf(addition, put));
  }
  if (typeof into !== "number") throw new Error("Nothing was put into the cart");
  return { added, sessionId: into };
}
