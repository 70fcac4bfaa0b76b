import { randomBytes } from "node:crypto";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { visitorCart } from "#http/visitor-cart.ts";
import type { Cart } from "#shop/cart/cart.ts";
import type { StoredLine } from "#shop/cart/stored-lines.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { HeaderCartLink, headerCartLinkSelector } from "#storefront/fragments/header-cart-link.tsx";
import { localeOf } from "#storefront/fragments/locale-of.ts";
import { MiniCart } from "#storefront/fragments/mini-cart.tsx";
import { LocaleContext } from "#ui/locale.tsx";
import type { Call, CallAnswer } from "./entrance.ts";

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
  const cart = await visitorCart({ ...call, ...(lines && { lines }) });
  const { settings } = await call.facts.get();
  const nonce = call.nonces.create("woocommerce-cart", await call.visitors.nonceHolder(call.request, call.reply));
  const text = fragmentsText(cart, settings).replaceAll(nonceMark, nonce);
  const more = Object.entries(besides).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return { html: `${text}${more.join("")}}`, contentType: "application/json; charset=UTF-8" };
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

/**
 * The answer's beginning, without its closing brace, drawn once for all carts that are the same to the last letter: the key
 * is all that it is drawn from, so nothing has to be forgotten when a product changes.
 */
function fragmentsText(cart: Cart, settings: Settings): string {
  let kept = drawn.get(settings);
  if (!kept) drawn.set(settings, (kept = { texts: new Map<string, string>(), characters: 0 }));
  const key = JSON.stringify(cart);
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

function drawFragments(cart: Cart, settings: Settings): string {
  const fragments = {
    "div.widget_shopping_cart_content": markupOf(<MiniCart cart={cart} nonce={nonceMark} />, settings),
    [headerCartLinkSelector]: markupOf(<HeaderCartLink itemCount={cart.itemCount} />, settings),
  };
  return JSON.stringify({ fragments, cart_hash: cart.hash }).slice(0, -1);
}
