import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { type AddedLine, addToCart } from "./add-to-cart.ts";
import { findProductToAdd } from "./product-to-add.ts";

/**
 * Puts members of a grouped product into the cart: all that were asked for, or none.
 * @param quantities wanted pieces by member id; zero or less means not this one.
 * @throws Refusal product_unknown, group_choose_quantity when nothing is asked for, or what `addToCart` refuses.
 */
export async function addGroupedToCart(
  db: Database,
  sessionId: number,
  groupId: number,
  quantities: ReadonlyMap<number, number>,
  now: Date,
): Promise<AddedLine[]> {
  const group = await findProductToAdd(db, groupId);
  if (group?.type !== "grouped") throw new Refusal("product_unknown");
  const wanted = group.memberIds.filter((id) => (quantities.get(id) ?? 0) > 0);
  if (wanted.length === 0) throw new Refusal("group_choose_quantity", { name: group.name, slug: group.slug });
  return inTransaction(db, async (db) => {
    const added: AddedLine[] = [];
    for (const productId of wanted) {
      const quantity = quantities.get(productId) ?? 0;
      added.push(await addToCart(db, sessionId, { productId, variationId: null, quantity, attributes: {} }, now));
    }
    return added;
  });
}
