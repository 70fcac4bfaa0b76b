import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { type AddedLine, type CartHolder, putIntoCart, sessionOf } from "./add-to-cart.ts";
import { type CheckedAddition, checkAddition } from "./check-addition.ts";
import { findProductToAdd } from "./product-to-add.ts";

/**
 * Puts members of a grouped product into the cart: all that were asked for, or none.
 * @param quantities wanted pieces by member id; zero or less means not this one.
 * @throws Refusal product_unknown, group_choose_quantity when nothing is asked for, or what `addToCart` refuses.
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
  if (wanted.length === 0) throw new Refusal("group_choose_quantity", { name: group.name, slug: group.slug });
  const checked: CheckedAddition[] = [];
  for (const productId of wanted) {
    const quantity = quantities.get(productId) ?? 0;
    checked.push(await checkAddition(db, { productId, variationId: null, quantity, attributes: {} }, now));
  }
  const sessionId = await sessionOf(holder);
  return inTransaction(db, async (db) => {
    const added: AddedLine[] = [];
    for (const addition of checked) added.push(await putIntoCart(db, sessionId, addition, now));
    return added;
  });
}
