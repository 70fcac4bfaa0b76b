import { renderToStaticMarkup } from "react-dom/server";
import { derived } from "#http/cached-reads/derived.ts";
import type { WishedProduct } from "#shop/wishlist/wished-products.ts";
import { type Locale, LocaleContext } from "#ui/locale.tsx";
import { type HtmlTemplate, htmlTemplate } from "../../rendering/html-template.ts";
import { AddToWishlist, HeartContext, type HeartState, type HeartTerms } from "./add-to-wishlist.tsx";

export interface ShownHeart {
  is: HeartState["is"];
  isSingle: boolean;
  isWished: boolean;
}

/** Values of a heart that no two visitors share. */
export interface HeartValues {
  /** "" where the state needs none. */
  itemId: string;
  nonce: string;
}

/** Returns the HTML of a product's heart; all but the values is cached. */
export function heartHtml(
  product: WishedProduct,
  heart: ShownHeart,
  values: HeartValues,
  terms: HeartTerms,
  locale: Locale,
): string {
  const { is, isSingle, isWished } = heart;
  const key = `heart ${locale.lang} ${is} ${isSingle} ${isWished} ${terms.isAllowed} ${terms.keepsSeveral}`;
  return derived(product, key, () => heartTemplate(product, heart, terms, locale))({ ...values });
}

function heartTemplate(
  product: WishedProduct,
  { is, isSingle, isWished }: ShownHeart,
  terms: HeartTerms,
  locale: Locale,
): HtmlTemplate<keyof HeartValues> {
  return htmlTemplate(["itemId", "nonce"], ({ itemId, nonce }) =>
    renderToStaticMarkup(
      <LocaleContext value={locale}>
        <HeartContext value={terms}>
          <AddToWishlist
            productId={product.id}
            parentId={product.id === product.productId ? 0 : product.productId}
            type={product.type}
            name={product.name}
            isSingle={isSingle}
            state={is === "remove" ? { is, itemId } : { is }}
            isWished={isWished}
            nonce={nonce}
          />
        </HeartContext>
      </LocaleContext>,
    ),
  );
}
