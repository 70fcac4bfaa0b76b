import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { visitorCart } from "#http/visitor-cart.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { HeaderCartLink, headerCartLinkSelector } from "#storefront/fragments/header-cart-link.tsx";
import { localeOf } from "#storefront/fragments/locale-of.ts";
import { MiniCart } from "#storefront/fragments/mini-cart.tsx";
import { LocaleContext } from "#ui/locale.tsx";
import type { Call } from "./entrance.ts";

/** A fragment's markup in the store's language. */
export function markupOf(content: ReactNode, settings: Settings): string {
  const locale = localeOf(settings.language, currencyOf(settings));
  return renderToStaticMarkup(<LocaleContext value={locale}>{content}</LocaleContext>);
}

/** The body that answers every change of the cart; `cart_hash` equals the cookie that is set with it. */
export async function fragmentsBody(call: Call): Promise<{ fragments: Record<string, string>; cart_hash: string }> {
  const cart = await visitorCart(call);
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
