import type { Translate } from "#messages/catalogue.ts";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";

/** A kept notice in the reader's language; with `totalWithout` it is about a coupon that has left, and names what is paid now. */
export function noticeText({ messageKey, values }: Pick<Notice, "messageKey" | "values">, t: Translate): string {
  const { totalWithout, ...facts } = values;
  const text = t(messageKey, facts);
  return totalWithout === undefined ? text : `${text} ${t("notices.couponLeft", { total: totalWithout })}`;
}
