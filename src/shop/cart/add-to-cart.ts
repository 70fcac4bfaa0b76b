import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { Refusal } from "../refusal.ts";
import { type ChosenAttributes, lineKey } from "./line-key.ts";
import { type Offer, offerOf } from "./offer.ts";
import { findProductToAdd, type ProductToAdd } from "./product-to-add.ts";
import { highestQuantity, lowestQuantity, mostPerLine } from "./quantity.rules.ts";
import { type AttributeValues, matchVariation, resolveChoice } from "./variation-choice.rules.ts";

export interface CartAddition {
  /** A product's id, or a variation's. */
  productId: number;
  /** null: found by `attributes`. */
  variationId: number | null;
  quantity: number;
  /** Chosen values by attribute slug. */
  attributes: AttributeValues;
}

/** What was added, for the message that says so. */
export interface AddedLine {
  lineKey: string;
  productId: number;
  variationId: number | null;
  slug: string;
  name: string;
  quantity: number;
}

/**
 * Puts pieces of a product into the session's cart: onto the line of the same choice if there is one. Two statements, exact
 * however many adds arrive at once: none is lost, and no limit is passed.
 * @throws Refusal in this order: quantity_too_small (nothing asked for), product_unknown, product_choose_options,
 * variation_attribute_missing, variation_attribute_invalid, variation_unknown, product_not_purchasable,
 * product_out_of_stock, stock_insufficient, then what depends on the cart: product_sold_individually, quantity_too_large,
 * quantity_too_small, stock_insufficient_with_cart. Details name the product (`name`, `slug`) and the numbers.
 */
export async function addToCart(
  db: Database,
  sessionId: number,
  addition: CartAddition,
  now: Date,
): Promise<AddedLine> {
  if (!Number.isInteger(addition.quantity) || addition.quantity <= 0) throw new Refusal("quantity_too_small");
  const found = await findProductToAdd(db, addition.productId);
  if (!found) throw new Refusal("product_unknown");
  const details = { name: found.name, slug: found.slug };
  const { variation, chosen } = chooseVariation(found, addition, details);
  const offer = offerOf(found.product, variation, now);
  // One more than fits is refused all the same, and fits the database's integers.
  const quantity = offer.soldIndividually ? 1 : Math.min(addition.quantity, mostPerLine + 1);
  refuseUnlessForSale(found, offer, quantity, details);
  const productId = found.product.id;
  const variationId = variation?.id ?? null;
  const line = { lineKey: lineKey(productId, variationId, chosen), productId, variationId };
  const answer = await addLine(db, sessionId, { ...line, chosen, quantity, offer }, now);
  if (!answer.accepted) throw refusalOf(answer, offer, quantity, details);
  return { ...line, ...details, quantity };
}

type Names = { name: string; slug: string };

function chooseVariation(found: ProductToAdd, addition: CartAddition, details: Names) {
  if (found.type !== "variable") return { variation: null, chosen: {} };
  const id = addition.variationId ?? found.askedVariationId;
  const variation = id
    ? found.variations.find((one) => one.self.id === id)
    : matchVariation(found.variations, addition.attributes);
  if (!variation) throw new Refusal(id ? "variation_unknown" : "product_choose_options", details);
  const choice = resolveChoice(found.attributes, variation.attributes, addition.attributes);
  if (choice.missing.length > 0)
    throw new Refusal("variation_attribute_missing", { ...details, attributes: choice.missing.join(", ") });
  if (choice.invalid.length > 0)
    throw new Refusal("variation_attribute_invalid", { ...details, attributes: choice.invalid.join(", ") });
  const chosen = Object.entries(choice.values).map(([slug, value]) => [`attribute_${slug}`, value]);
  return { variation: variation.self, chosen: Object.fromEntries(chosen) as ChosenAttributes };
}

function refuseUnlessForSale(found: ProductToAdd, offer: Offer, quantity: number, details: Names): void {
  if (found.type === "grouped") throw new Refusal("product_choose_options", details);
  const isSoldHere = found.type === "simple" || found.type === "variable";
  if (!isSoldHere || offer.price === null) throw new Refusal("product_not_purchasable", details);
  if (offer.stockStatus === "outofstock") throw new Refusal("product_out_of_stock", details);
  if (offer.stockLimit !== null && quantity > offer.stockLimit)
    throw new Refusal("stock_insufficient", { ...details, remaining: offer.stockLimit });
}

interface LineToAdd {
  lineKey: string;
  productId: number;
  variationId: number | null;
  chosen: ChosenAttributes;
  quantity: number;
  offer: Offer;
}

interface Answer {
  accepted: boolean;
  lineBefore: number;
  sharedBefore: number;
}

/** One statement: see the function in migration 0010. */
async function addLine(db: Database, sessionId: number, line: LineToAdd, now: Date): Promise<Answer> {
  const query = prepared(db, "add_cart_line", (db, name) =>
    db
      .select({
        accepted: sql<boolean>`added.accepted`,
        lineBefore: sql<number>`added.line_before`,
        sharedBefore: sql<number>`added.shared_before`,
      })
      .from(
        sql`add_cart_line(${p("sessionId")}, ${p("lineKey")}, ${p("productId")}, ${p("variationId")}, ${p("chosen")},
          ${p("quantity")}, ${p("now")}, ${p("minimum")}, ${p("limit")}, ${p("stockId")}, ${p("stockLimit")}) as added`,
      )
      .prepare(name),
  );
  const { offer, chosen, ...values } = line;
  const limits = { minimum: lowestQuantity(offer), limit: highestQuantity(offer) };
  const stock = { stockId: offer.stockId, stockLimit: offer.stockLimit };
  const written = { chosen: JSON.stringify(chosen), now: now.toISOString() };
  const [answer] = await query.execute({ sessionId, ...values, ...limits, ...stock, ...written });
  if (!answer) throw new Error("add_cart_line gave no answer");
  return answer;
}

const p = (name: string) => sql.placeholder(name);

function refusalOf(answer: Answer, offer: Offer, quantity: number, details: Names): Refusal {
  const after = answer.lineBefore + quantity;
  const inCart = answer.lineBefore;
  if (offer.soldIndividually && inCart > 0) return new Refusal("product_sold_individually", details);
  if (after > highestQuantity(offer))
    return new Refusal("quantity_too_large", { ...details, max: highestQuantity(offer), inCart });
  if (after < lowestQuantity(offer))
    return new Refusal("quantity_too_small", { ...details, min: lowestQuantity(offer) });
  const remaining = offer.stockLimit ?? 0;
  return new Refusal("stock_insufficient_with_cart", { ...details, remaining, inCart: answer.sharedBefore });
}
