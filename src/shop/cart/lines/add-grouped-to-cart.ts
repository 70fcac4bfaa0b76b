import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartRules } from "../../accounts/sessions/cart-rules.ts";
import { Refusal } from "../../refusal.ts";
import type { AddingOptions } from "./add-to-cart.ts";
import { type CartAddition, type CheckedAddition, checkAddition } from "./check-addition.ts";
import { findProductToAdd } from "./product-to-add.ts";
import { type AddedLine, type PutAnswer, putRefusal } from "./put-answer.ts";
import { addedLineOf, type CartHolder, holderFields, putFields, refuseUnavailable } from "./put-into-cart.ts";

/**
 * Adds members of a grouped product to the cart in one statement: all requested members, or none.
 * @param quantities pieces by member id; zero or less skips the member, NaN means unreadable input
 * @returns what was added; a single line marked as a repeat when the same call was counted before
 * @throws Refusal product_unknown, group_choose_quantity when no quantity is given or one is unreadable, or what
 * `addToCart` refuses
 */
export async function addGroupedToCart(
  db: Database,
  holder: CartHolder,
  groupId: number,
  quantities: ReadonlyMap<number, number>,
  now: Date,
  options: AddingOptions = {},
): Promise<AddedLine[]> {
  const { findProduct = (id) => findProductToAdd(db, id) } = options;
  const group = await findProduct(groupId);
  if (group?.type !== "grouped") throw new Refusal("product_unknown");
  const wanted = group.memberIds.filter((id) => (quantities.get(id) ?? 0) > 0);
  const isReadable = group.memberIds.every((id) => !Number.isNaN(quantities.get(id)));
  if (wanted.length === 0 || !isReadable)
    throw new Refusal("group_choose_quantity", { name: group.name, slug: group.slug });
  const additions = wanted.map((productId) => ({
    productId,
    variationId: null,
    quantity: quantities.get(productId) ?? 0,
    attributes: {},
  }));
  return addSeveralToCart(db, holder, additions, now, options);
}

/**
 * Adds several products to the cart in one statement: all, or none.
 * @returns what was added; a single line marked as a repeat when the same call was counted before
 * @throws Refusal what `addToCart` refuses
 */
export async function addSeveralToCart(
  db: Database,
  holder: CartHolder,
  additions: readonly CartAddition[],
  now: Date,
  { attempt = null, findProduct = (id) => findProductToAdd(db, id) }: AddingOptions = {},
): Promise<AddedLine[]> {
  const checked: CheckedAddition[] = [];
  for (const addition of additions) {
    const one = await checkAddition(db, addition, now, findProduct);
    await refuseUnavailable(db, holder, one);
    checked.push(one);
  }
  const { sessionId, answers } = await putAll(db, holder, checked, now, attempt);
  const added = checked.flatMap((addition, at) => {
    const answer = answers[at];
    const refusal = answer && putRefusal(answer, addition);
    if (refusal) throw refusal;
    return answer ? [addedLineOf(addition, answer)] : [];
  });
  if (typeof holder !== "number") holder.begun(sessionId);
  return added;
}

/** Calls the SQL function add_all_to_cart. */
async function putAll(
  db: Database,
  holder: CartHolder,
  checked: readonly CheckedAddition[],
  now: Date,
  attempt: string | null,
): Promise<{ sessionId: number; answers: PutAnswer[] }> {
  const { sessionId, tokenHash, customerKey, expiresAt } = holderFields(holder);
  const additions = JSON.stringify(checked.map(putFields));
  const { rows } = await db.execute<{ sessionId: string; answers: PutAnswer[] }>(
    sql`select put.for_session as "sessionId", put.answers from add_all_to_cart(${sessionId}, ${tokenHash},
      ${customerKey}, ${expiresAt}, ${attempt}, ${additions}, ${now.toISOString()}, ${cartRules}::jsonb) as put`,
  );
  const [row] = rows;
  if (!row) throw new Error("add_all_to_cart returned no row");
  return { sessionId: Number(row.sessionId), answers: row.answers };
}
