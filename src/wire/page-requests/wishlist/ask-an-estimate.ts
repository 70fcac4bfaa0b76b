// Answers ?ask_an_estimate={list's token}&estimate_nonce=, with the form's reply_email and additional_notes.

import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { Refusal } from "#shop/refusal.ts";
import { estimateFields } from "#shop/wishlist/estimate-fields.ts";
import { estimateForm, fieldId } from "#storefront/wishlist/fragments/estimate-field.tsx";
import { submitEstimateForm } from "../../admin-ajax/wishlist/submit-estimate-form.ts";
import { estimateRefusal } from "../../admin-ajax/wishlist/wishlist-texts.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { cut, textOf } from "../../wc-ajax/fields.ts";
import { done, type FormResult } from "./wishlist-form.ts";

/** Longest value that is shown again (characters); the longest that a field of the form takes. */
const maxTyped = 2000;

/** Asks for the estimate. A refused form is shown again with its values and the error beside its field. */
export async function askEstimateRequest(call: Call): Promise<FormResult> {
  try {
    await submitEstimateForm(call);
    return { notices: [done("notices.wishlist.estimateSent")] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const notice = estimateRefusal(error);
    const { request, path } = call.visit;
    if (request.method !== "POST" || !path.startsWith(routes.wishlist())) return { notices: [notice] };
    await showAgain(call, error, notice);
    return { notices: [], showsRequestedPage: true };
  }
}

async function showAgain({ visit, fields }: Call, refusal: Refusal, notice: Notice): Promise<void> {
  const { settings } = await visit.facts();
  const own = estimateFields(settings.wishlist_estimate_fields);
  const names = ["reply_email", "additional_notes", ...own.map(({ name }) => name)];
  const typed = Object.fromEntries(names.map((name) => [name, cut(textOf(fields, name), maxTyped)]));
  const missing = own.find(({ label, required }) => required && label === refusal.details.label);
  const controlId = refusal.code === "email_invalid" ? "reply_email" : missing ? fieldId(missing) : null;
  const message = translator(settings.language)(notice.messageKey, notice.values);
  visit.refuseForm({ name: estimateForm, typed, errors: [{ controlId, message }] });
}
