import type { Visit } from "#http/visit/visit.ts";
import type { Translate } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { noticeText } from "./notice-text.ts";
import type { PageNotice } from "./notices.tsx";

/** Takes the visitor's waiting notices and words them for the page on which they are shown. */
export async function takePageNotices(visit: Visit): Promise<PageNotice[]> {
  const notices = await visit.takeNotices();
  if (notices.length === 0) return [];
  const t = translator((await visit.facts()).settings.language);
  const path = pathShown(visit);
  return notices.map((notice) => toPageNotice(notice, t, path));
}

/** The path of the page on which the answer is shown: when a page's script asks, the page that the script is on. */
function pathShown({ siteUrl, request: { url, headers } }: Visit): string {
  const address = url === routes.visitorState() ? headers.referer : url;
  return address && URL.canParse(address, siteUrl) ? new URL(address, siteUrl).pathname : "";
}

/**
 * A kept notice in the reader's language. Values with these names become ways on: `viewCart` a link to the cart, `undoKey`
 * and `undoNonce` a link that puts a removed line back, `productSlug` a link to the product,
 * unless that is the page (`path`) where the notice is shown.
 * `orderAnswer` marks what stands beside the question of an order too. `contact` and `productId` go back into the form where they were given, and so does `couponTyped`.
 */
function toPageNotice(notice: Notice, t: Translate, path: string): PageNotice {
  const { undoKey, undoNonce, productSlug, viewCart, contact, productId, couponTyped, orderAnswer, ...values } =
    notice.values;
  const text = noticeText({ messageKey: notice.messageKey, values }, t);
  const action = actionOf({ productSlug, viewCart }, t);
  const leadsOn = action && action.href !== path;
  return {
    kind: notice.kind,
    text,
    ...(leadsOn && { action }),
    ...(contact !== undefined && { request: { contact: String(contact), productId: Number(productId) } }),
    ...(couponTyped !== undefined && { couponTyped: String(couponTyped) }),
    ...(orderAnswer !== undefined && { isOrderAnswer: true }),
    ...(undoKey !== undefined && {
      undo: { label: t("pages.undo"), href: routes.undoRemove(String(undoKey), String(undoNonce ?? "")) },
    }),
  };
}

function actionOf(values: Record<string, string | number | undefined>, t: Translate): PageNotice["action"] {
  if (values.viewCart !== undefined) return { label: t("pages.viewCart"), href: routes.cart() };
  if (values.productSlug === undefined) return undefined;
  return { label: t("pages.chooseOptions"), href: routes.product(String(values.productSlug)) };
}
