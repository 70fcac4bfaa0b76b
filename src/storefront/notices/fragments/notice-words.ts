import type { Translate } from "#messages/catalogue.ts";
import { routes } from "#routes";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { noticeText } from "./notice-text.ts";
import type { PageNotice } from "./notices.tsx";

/**
 * A kept notice in the reader's language. Values with these names become ways on: `viewCart` a link to the cart, `undoKey`
 * and `undoNonce` a link that puts a removed line back, `productSlug` a link to the product,
 * unless that is the page (`path`) where the notice is shown.
 * `orderAnswer` marks what stands beside the question of an order too. `contact` and `productId` go back into the form where they were given, and so does `couponTyped`.
 */
export function toPageNotice(notice: Notice, t: Translate, path: string): PageNotice {
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
