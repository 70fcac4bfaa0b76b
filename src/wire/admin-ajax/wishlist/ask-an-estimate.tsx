// Answers POST action=ask_an_estimate: ask_an_estimate (a list's token), reply_email, additional_notes.
import { renderToStaticMarkup } from "react-dom/server";
import { Refusal } from "#shop/refusal.ts";
import { noticeText } from "#storefront/notices/fragments/page-notices.tsx";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { submitEstimateForm } from "./submit-estimate-form.ts";
import { translatorOf } from "./wishlist-answers.tsx";
import { estimateRefusal } from "./wishlist-texts.ts";

/** Scripts replace the form by `template`, and show the message of a refusal as text. */
export async function answerAskEstimate(call: Call): Promise<CallAnswer> {
  const { visit } = call;
  const t = await translatorOf(visit);
  try {
    await submitEstimateForm(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { json: { result: false, message: noticeText(estimateRefusal(error), t), template: "" } };
  }
  const { shop_email: email } = (await visit.facts()).settings;
  const template = renderToStaticMarkup(
    <div className="yith-wcwl-popup-content">
      <i className="fa fa-envelope-o heading-icon" aria-hidden="true" />
      <h3>
        {t("notices.wishlist.thanks")}
        <br />
        {t("notices.wishlist.thanksLine")}
      </h3>
      <p>
        {t("notices.wishlist.thanksMail")} <a href={`mailto:${email}`}>{email}</a>
      </p>
    </div>,
  );
  return { json: { result: true, message: t("notices.wishlist.estimateSent"), template } };
}
