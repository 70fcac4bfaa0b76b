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
import type { Call, CallAnswer } from "../entrance.ts";
import { hasField } from "../fields.ts";

/** Renders a fragment to static markup in the store's language. */
export function markupOf(content: ReactNode, settings: Settings): string {
  const locale = localeOf(settings.language, currencyOf(settings));
  return renderToStaticMarkup(<LocaleContext value={locale}>{content}</LocaleContext>);
}

interface FragmentsOptions {
  /** The cart's lines, if the caller has just read or changed them; read from the database by default. */
  lines?: readonly StoredLine[];
  /** Whether the call only shows the cart and has not changed it. */
  showsCart?: boolean;
  /** Additional properties of the JSON answer. */
  extra?: Readonly<Record<string, string>>;
}

/** Returns the answer to every cart change: fragments and `cart_hash`, which equals the cookie set with it. */
export async function answerFragments(call: Call, options: FragmentsOptions = {}): Promise<CallAnswer> {
  const { lines, showsCart = false, extra = {} } = options;
  const readAt = call.renderedCarts.now;
  const cart = await shownCart(call, lines);
  if (showsCart) call.visit.cookies.setKnownCart(cart);
  const { settings } = await call.visit.facts();
  const nonce = await call.visit.nonce("woocommerce-cart");
  const text = cachedText(cart, settings, call.renderedCarts, readAt).replaceAll(nonceMark, nonce);
  const properties = Object.entries(extra).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return { html: `${text}${properties.join("")}}`, contentType: "application/json; charset=UTF-8" };
}

/**
 * Returns the cart, limited to what can be ordered now. Changes are stored as notices for the drawer or the next page,
 * whichever comes first. Lines that are still out of stock are reported only while the cart is visible (`chowk_shown`).
 */
async function shownCart({ visit, fields }: Call, lines: readonly StoredLine[] | undefined): Promise<Cart> {
  const cart = await visit.cart(lines && { lines });
  const isSeen = hasField(fields, "chowk_shown");
  const isOutdated = cart.isRepriced || cart.problems.some(({ code }) => isSeen || code !== "out_of_stock");
  return isOutdated ? visit.recheckedCart("on the next page") : cart;
}

/** Placeholder for the nonce in cached text; random, so that no product name can contain it. */
const nonceMark = randomBytes(16).toString("hex");

/** Size limit of the cache of rendered carts (characters of keys and texts). */
const maxCachedCharacters = 4_000_000;

/** Creates the cache of rendered carts. Keys contain everything that is rendered, so only a change of settings invalidates it. */
export function openRenderedCarts(freshness: Freshness): Cache<string, string> {
  return new Cache(freshness, {
    maxSize: maxCachedCharacters,
    tagsOf: () => ["settings"],
    sizeOf: (text, key) => key.length + text.length,
  });
}

/** Returns the JSON answer without its closing brace, rendered once for all carts of equal content. */
function cachedText(cart: Cart, settings: Settings, renderedCarts: Cache<string, string>, readAt: number): string {
  // The same cart object needs no key.
  return derived(cart, "rendered cart", () => {
    const key = keyOf(cart);
    const cached = renderedCarts.get(key);
    if (cached !== undefined) return cached;
    const text = renderFragments(cart, settings);
    renderedCarts.set(key, text, readAt);
    return text;
  });
}

/**
 * Returns the cache key of a cart: everything that its markup depends on. A line's texts (name, picture, choices) come from
 * one read of its product; the identity of the `choices` array stands for that read, since all carts share the array until the
 * product is read again. Writing the texts into the key instead costs 5 % of the request.
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
  paymentMethodId,
}: Cart): string {
  const linesKey = lines.map(({ choices, quantity, unitPrice, unitRegularPrice, minQuantity, maxQuantity, offer }) => {
    const limits = [identityOf(choices), quantity, unitPrice, unitRegularPrice, minQuantity, maxQuantity];
    return [...limits, offer?.pieces, offer?.price, offer?.saving].join();
  });
  // The coupon codes are part of the hash.
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
  const deliveryKey = delivery && [
    title,
    amount,
    days?.min,
    days?.max,
    delivery.freeDeliveryGap?.missing,
    delivery.freeDeliveryGap?.from,
  ];
  const taxesKey = taxes.map(({ label, amount }) => [amount, label].join());
  return [hash, paymentMethodId, ...sums, ...taxesKey, deliveryKey, ...couponsKey, ...linesKey].join(" ");
}

/** Returns a unique id for each array of choices. */
function identityOf(choices: object): string {
  return derived(choices, "choices", randomUUID);
}

function renderFragments(cart: Cart, settings: Settings): string {
  const fragments = {
    "div.widget_shopping_cart_content": markupOf(<MiniCart cart={cart} nonce={nonceMark} />, settings),
    [headerCartLinkSelector]: markupOf(<HeaderCartLink itemCount={cart.itemCount} />, settings),
  };
  return JSON.stringify({ fragments, cart_hash: cart.hash }).slice(0, -1);
}
