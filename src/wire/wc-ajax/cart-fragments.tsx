import { randomBytes, randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Cache } from "#http/cache.ts";
import { derived } from "#http/cached-reads/derived.ts";
import type { Freshness } from "#http/freshness.ts";
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
  const readAt = call.drawnCarts.now;
  const cart = await shownCart(call, lines);
  const { settings } = await call.visit.facts();
  const nonce = await call.visit.nonce("woocommerce-cart");
  const text = drawnText(cart, settings, call.drawnCarts, readAt).replaceAll(nonceMark, nonce);
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

/** Characters of drawn carts, and of what they were drawn from, that are kept. */
const mostCharacters = 4_000_000;

/** Drawn carts by all that they are drawn from, so that no change of a product makes one old. */
export function openDrawnCarts(freshness: Freshness): Cache<string, string> {
  return new Cache(freshness, {
    maxSize: mostCharacters,
    tagsOf: () => ["settings"],
    sizeOf: (text, key) => key.length + text.length,
  });
}

/** Returns the answer's beginning, without its closing brace, drawn once for all carts of the same content. */
function drawnText(cart: Cart, settings: Settings, drawnCarts: Cache<string, string>, readAt: number): string {
  // The very same cart is found without looking at what is in it.
  return derived(cart, "drawn cart", () => {
    const key = keyOf(cart);
    const known = drawnCarts.get(key);
    if (known !== undefined) return known;
    const text = drawFragments(cart, settings);
    drawnCarts.set(key, text, readAt);
    return text;
  });
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
    const limits = [nameOf(choices), quantity, unitPrice, unitRegularPrice, minQuantity, maxQuantity];
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
  const way = delivery && [
    title,
    amount,
    days?.min,
    days?.max,
    delivery.freeDeliveryGap?.missing,
    delivery.freeDeliveryGap?.from,
  ];
  const taxesKey = taxes.map(({ label, amount }) => [amount, label].join());
  return [hash, ...sums, ...taxesKey, way, ...couponsKey, ...linesKey].join(" ");
}

/** A name for each list of choices, never given twice. */
function nameOf(choices: object): string {
  return derived(choices, "choices", randomUUID);
}

function drawFragments(cart: Cart, settings: Settings): string {
  const fragments = {
    "div.widget_shopping_cart_content": markupOf(<MiniCart cart={cart} nonce={nonceMark} />, settings),
    [headerCartLinkSelector]: markupOf(<HeaderCartLink itemCount={cart.itemCount} />, settings),
  };
  return JSON.stringify({ fragments, cart_hash: cart.hash }).slice(0, -1);
}
