import { renderToStaticMarkup } from "react-dom/server";
import type { Visit } from "#http/visit/visit.ts";
import type { Translate } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { type Locale, LocaleContext } from "#ui/locale.tsx";
import { type ContactFormOutcome, Notices, type PageNotice } from "./notices.tsx";

/** Takes the visitor's waiting notices and translates them for the page that shows them. */
export async function takePageNotices(visit: Visit): Promise<PageNotice[]> {
  const notices = await visit.takeNotices();
  if (notices.length === 0) return [];
  const t = translator((await visit.facts()).settings.language);
  const path = pathShown(visit);
  return notices.map((notice) => toPageNotice(notice, t, path));
}

/** Returns the path of the page that shows the notices; for a script's request, the page that the script is on. */
function pathShown({ siteUrl, request: { url, headers } }: Visit): string {
  const address = url === routes.visitorState() ? headers.referer : url;
  return address && URL.canParse(address, siteUrl) ? new URL(address, siteUrl).pathname : "";
}

/**
 * Returns a notice translated for the page. These values become links or form values: `viewCart` links to the cart;
 * `productSlug` links to the product; neither is shown on the page (`path`) that it leads to. `undoKey` and `undoNonce`
 * restore a removed line, and lead to `undoPage`; `undoWish`, `undoList`, `undoQuantity` and `undoNonce` restore a product
 * to a wishlist. `contact` and `productId`, and `couponTyped`, refill the form that they were typed into. `contactForm` is
 * the outcome of a contact form. `orderAnswer` marks a refused answer to an order's verification question.
 */
function toPageNotice(notice: Notice, t: Translate, path: string): PageNotice {
  const {
    undoKey,
    undoNonce,
    undoPage,
    undoWish,
    undoList,
    undoQuantity,
    productSlug,
    viewCart,
    contact,
    productId,
    couponTyped,
    controlId,
    orderAnswer,
    contactForm,
    ...values
  } = notice.values;
  const text = noticeText({ messageKey: notice.messageKey, values }, t);
  const isSaved = notice.messageKey === "notices.savedForLater";
  const action = isSaved
    ? { label: t("wishlist.browse"), href: routes.wishlist() }
    : actionOf({ productSlug, viewCart }, t);
  const leadsElsewhere = action && action.href !== path;
  return {
    kind: notice.kind,
    text,
    ...(leadsElsewhere && { action }),
    ...(contact !== undefined && { request: { contact: String(contact), productId: Number(productId) } }),
    ...(controlId !== undefined && { controlId: String(controlId) }),
    ...(couponTyped !== undefined && { couponTyped: String(couponTyped) }),
    // Written by us as JSON: see contact-form.ts of the page requests.
    ...(contactForm !== undefined && { contactForm: JSON.parse(String(contactForm)) as ContactFormOutcome }),
    ...(orderAnswer !== undefined && { isOrderAnswer: true }),
    ...(undoKey !== undefined && {
      undo: {
        label: t("pages.undo"),
        href: routes.undoRemove(String(undoKey), String(undoNonce ?? ""), String(undoPage ?? "")),
        undone: t("cart.restored", { name: String(values.name) }),
      },
    }),
    ...(undoWish !== undefined && {
      undo: {
        label: t("pages.undo"),
        href: routes.wishAgain({
          productId: Number(undoWish),
          wishlistId: Number(undoList),
          quantity: Number(undoQuantity),
          nonce: String(undoNonce ?? ""),
        }),
      },
    }),
  };
}

function actionOf(values: Record<string, string | number | undefined>, t: Translate): PageNotice["action"] {
  if (values.viewCart !== undefined) return { label: t("pages.viewCart"), href: routes.cart() };
  if (values.productSlug === undefined) return undefined;
  return { label: t("pages.chooseOptions"), href: routes.product(String(values.productSlug)) };
}

/** Returns a notice's text. With `totalWithout`, it is about a removed coupon, and the new total is added. */
export function noticeText({ messageKey, values }: Pick<Notice, "messageKey" | "values">, t: Translate): string {
  const { totalWithout, ...facts } = values;
  const text = t(messageKey, facts);
  return totalWithout === undefined ? text : `${text} ${t("notices.couponLeft", { total: totalWithout })}`;
}

/** Returns the notices as HTML to insert into a loaded page; "" for none. */
export function noticesHtml(notices: readonly PageNotice[], locale: Locale): string {
  if (notices.length === 0) return "";
  return renderToStaticMarkup(
    <LocaleContext value={locale}>
      <Notices notices={notices} />
    </LocaleContext>,
  );
}
