import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { setCartCookies, setNoticeCookie } from "#http/visitor-cookies.ts";
import { translator } from "#platform/messages/translate.ts";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { cartOfNobody } from "#shop/cart/carts.ts";
import { openCart } from "#shop/cart/open-cart.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { HeaderCartLink, headerCartLinkSelector } from "#storefront/fragments/header-cart-link.tsx";
import { MiniCart } from "#storefront/fragments/mini-cart.tsx";
import { LocaleContext } from "#ui/locale.tsx";
import type { Call } from "./entrance.ts";

/** A fragment's markup in the store's language. */
export function markupOf(content: ReactNode, settings: Settings): string {
  const t = translator(settings.language);
  const locale = { lang: settings.language, dir: "ltr" as const, t, currency: currencyOf(settings) };
  return renderToStaticMarkup(<LocaleContext value={locale}>{content}</LocaleContext>);
}

/** The visitor's cart as it is now, with the cookies that say so; empty for one without a session. */
export async function cartOfCall(call: Call): Promise<CurrentCart> {
  const { db, clock, site, visitors, request, reply } = call;
  const { settings } = await call.facts.get();
  const session = await visitors.find(request, reply);
  const cart = session ? await openCart(db, session.id, settings, clock.now()) : cartOfNobody(settings);
  const isHttps = site.isHttps(request);
  setCartCookies(request, reply, cart, isHttps);
  if (cart.dropped.length > 0) setNoticeCookie(request, reply, true, isHttps);
  return cart;
}

/** The body that answers every change of the cart; `cart_hash` equals the cookie that is set with it. */
export async function fragmentsBody(call: Call): Promise<{ fragments: Record<string, string>; cart_hash: string }> {
  const cart = await cartOfCall(call);
  const { settings } = await call.facts.get();
  const nonce = call.nonces.create("woocommerce-cart", await call.visitors.nonceHolder(call.request, call.reply));
  return {
    fragments: {
      "div.widget_shopping_cart_content": markupOf(<MiniCart cart={cart} nonce={nonce} />, settings),
      [headerCartLinkSelector]: markupOf(<HeaderCartLink itemCount={cart.itemCount} />, settings),
    },
    cart_hash: cart.hash,
  };
}
