import { renderToStaticMarkup } from "react-dom/server";
import type { Visit } from "#http/visit/visit.ts";
import type { Translate } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { Refusal } from "#shop/refusal.ts";
import { nameOf } from "#storefront/wishlist/fragments/wishlist-view.ts";
import type { CallAnswer } from "../../wc-ajax/entrance.ts";
import { mayStartAnother } from "./wishlist-fields.ts";

/** One of the visitor's lists as the protocol describes it. */
interface UserWishlist {
  id: number;
  wishlist_name: string;
  default: boolean;
  /** "" without a product. Its ampersands are escaped, because scripts put it into markup. */
  add_to_this_wishlist_url: string;
}

/** Returns the visitor's lists as they are now, the default one first. @param productId the product that the links add */
export async function userWishlists(visit: Visit, productId?: number): Promise<UserWishlist[]> {
  const own = await visit.wishlists.find();
  const nonce = await visit.nonce("add_to_wishlist");
  const t = await translatorOf(visit);
  const base = visit.siteUrl + routes.wishlist();
  const linkTo = (id: number) => `${base}?add_to_wishlist=${productId}&amp;wishlist_id=${id}&amp;_wpnonce=${nonce}`;
  return (own?.lists ?? []).map(({ id, name, isDefault }) => ({
    id,
    wishlist_name: nameOf({ name }, t),
    default: isDefault,
    add_to_this_wishlist_url: productId === undefined ? "" : linkTo(id),
  }));
}

/** Returns the answer about an add, as HTML: the text, and with several lists what to do next. */
export async function addedMessage(visit: Visit, text: string, listUrl: string): Promise<string> {
  const t = await translatorOf(visit);
  const hasLinks = await mayStartAnother(visit);
  return renderToStaticMarkup(
    <>
      {text}
      {hasLinks && (
        <p className="after-links">
          <a href={listUrl}>{t("notices.wishlist.view")}</a> {t("notices.wishlist.or")}{" "}
          <a href="#close-popup" className="close-popup">
            {t("notices.wishlist.close")}
          </a>
        </p>
      )}
    </>,
  );
}

/** Returns plain text as HTML. */
export function escapedText(text: string): string {
  return renderToStaticMarkup(<>{text}</>);
}

export async function translatorOf(visit: Visit): Promise<Translate> {
  return translator((await visit.facts()).settings.language);
}

/** Runs a change; if the shop refuses it, returns `refused` instead. Nothing in that answer says why. */
export async function answerUnlessRefused(change: () => Promise<CallAnswer>, refused: CallAnswer): Promise<CallAnswer> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused;
  }
}

/** The protocol's two ways to say no. */
export const resultFalse: CallAnswer = { json: { result: false } };
export const noFragments: CallAnswer = { json: { fragments: [] } };

/** The answer of calls whose result no script reads: an empty body, not the general door's "0". */
export const nothing: CallAnswer = { html: "" };
