import { randomBytes } from "node:crypto";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Cart } from "#shop/cart/cart.ts";
import type { StoredLine } from "#shop/cart/lines/stored-lines.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { HeaderCartLink, headerCartLinkSelector } from "#storefront/cart/fragments/header-cart-link.tsx";
import { MiniCart } from "#storefront/cart/fragments/mini-cart.tsx";
import { localeOf } from "#storefront/layout/fragments/locale-of.ts";
import { LocaleContext } from "#ui/locale.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { hasField } from "./fields.ts";

/** A fragment's markup in the store's language. */
export function markupOf(content: ReactNode, settings: Settings): string {
  const locale = localeOf(settings.language, currencyOf(settings));
  return renderToStaticMarkup(<LocaleContext value={locale}>{content}</LocaleContext>);
}

interface FragmentsOptions {
  /** The lines as a change has just left them; default: they are read. */
  lines?: readonly StoredLine[];
  /** What the answer says besides. */
  besides?: Readonly<Record<string, string>>;
}

/** The answer to every change of the cart: fragments and `cart_hash`, which equals the cookie that is set with it. */
export async function answerFragments(call: Call, { lines, besides = {} }: FragmentsOptions = {}): Promise<CallAnswer> {
  const cart = await shownCart(call, lines);
  const { settings } = await call.visit.facts();
  const nonce = await call.visit.nonce("woocommerce-cart");
  const text = drawnText(cart, settings).replaceAll(nonceMark, nonce);
  const more = Object.entries(besides).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return { html: `${text}${more.join("")}}`, contentType: "application/json; charset=UTF-8" };
}

/**
 * The cart, held to what may be ordered now where something has changed. What there is to say waits as notices, for the drawer
 * or for the next page, whichever comes first; that a line is still out of stock is said to who looks at it (`chowk_shown`).
 */
async function shownCart({ visit, fields }: Call, lines: readonly StoredLine[] | undefined): Promise<Cart> {
  const cart = await visit.cart(lines && { lines });
  const isSeen = hasField(fields, "chowk_shown");
  const isOff = cart.isRepriced || cart.problems.some(({ code }) => isSeen || code !== "out_of_stock");
  return isOff ? visit.recheckedCart("on the next page") : cart;
}

/** Stands for the nonce in what is kept; nobody can know it, so no product's name holds it. */
const nonceMark = randomBytes(16).toString("hex");

/** How many characters of drawn carts, and of what they were drawn from, are kept for settings that stay the same. */
const mostCharacters = 4_000_000;

interface Drawn {
  texts: Map<string, string>;
  characters: number;
}

const drawn = new WeakMap<Settings, Drawn>();

const latest = new WeakMap<Cart, { settings: Settings; text: string }>();

/** What was drawn of this very cart, which is found without looking at what is in it. */
function drawnText(cart: Cart, settings: Settings): string {
  const known = latest.get(cart);
  if (known?.settings === settings) return known.text;
  const text = fragmentsText(cart, settings);
  latest.set(cart, { settings, text });
  return text;
}

/**
 * The answer's beginning, without its closing brace, drawn once for all carts of the same content: the key stands for all that
 * it is drawn from, so nothing has to be forgotten when a product changes.
 */
function fragmentsText(cart: Cart, settings: Settings): string {
  let kept = drawn.get(settings);
  if (!kept) drawn.set(settings, (kept = { texts: new Map<string, string>(), characters: 0 }));
  const key = keyOf(cart);
  const known = kept.texts.get(key);
  if (known !== undefined) kept.texts.delete(key);
  const text = known ?? drawFragments(cart, settings);
  kept.texts.set(key, text);
  if (known === undefined) kept.characters += key.length + text.length;
  for (const [leastRecent, old] of kept.texts) {
    if (kept.characters <= mostCharacters) break;
    kept.texts.delete(leastRecent);
    kept.characters -= leastRecent.length + old.length;
  }
  return text;
}

/**
 * What the drawing of a cart depends on. The words of a line (name, picture, choices) come from one reading of its product,
 * which the list of choices stands for by its identity: it is shared by all carts for as long as that reading is kept, and
 * another reading makes another list. Writing the words out instead takes a twentieth of the whole answer's time.
 */
function keyOf({
  lines,
  coupons,
  hash,
  delivery,
  shipping,
  subtotal,
  offerSaving,
  fees,
  tax,
  taxes,
  isTaxIncluded,
  mayCostMore,
}: Cart): string {
  const linesKey = lines.map(({ choices, quantity, unitPrice, unitRegularPrice, minQuantity, maxQuantity, offer }) => {
    const limits = [numberOf(choices), quantity, unitPrice, unitRegularPrice, minQuantity, maxQuantity];
    return [...limits, offer?.pieces, offer?.price, offer?.saving].join();
  });
  // Their codes are in the hash.
  const couponsKey = coupons.map(({ amount, freesDelivery }) => [amount, freesDelivery].join());
  const sums = [
    subtotal,
    offerSaving,
    tax,
    isTaxIncluded,
    mayCostMore,
    ...fees.map(({ label, amount }) => `${label} ${amount}`),
  ];
  const { days, title, amount } = shipping ?? {};
  const way = delivery && [title, amount, days?.min, days?.max, delivery.wayToFree?.missing, delivery.wayToFree?.from];
  const taxesKey = taxes.map(({ label, amount }) => [amount, label].join());
  return [hash, ...sums, ...taxesKey, way, ...couponsKey, ...linesKey].join(" ");
}

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** A number for each object, never given twice. */
function numberOf(object: object): number {
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = numbered += 1));
  return number;
}

function drawFragments(cart: Cart, settings: Settings): string {
  const fragments = {
    "div.widget_shopping_cart_content": markupOf(<MiniCart cart={cart} nonce={nonceMark} />, settings),
    [headerCartLinkSelector]: markupOf(<HeaderCartLink itemCount={cart.itemCount} />, settings),
  };
  return JSON.stringify({ fragments, cart_hash: cart.hash }).slice(0, -1);
}
