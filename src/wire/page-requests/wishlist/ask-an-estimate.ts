// Answers ?ask_an_estimate={list's token}&estimate_nonce=, with the form's reply_email and additional_notes.
import type { Refusal } from "#shop/refusal.ts";
import { type EstimateField, estimateFields } from "#shop/wishlist/estimate-fields.ts";
import { fieldId } from "#storefront/wishlist/fragments/estimate-field.tsx";
import { formNames } from "#storefront/wishlist/fragments/form-id.ts";
import { submitEstimateForm } from "../../admin-ajax/wishlist/submit-estimate-form.ts";
import { estimateRefusal } from "../../admin-ajax/wishlist/wishlist-texts.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { done, type FormResult, type TypedForm } from "./wishlist-form.ts";

/** @throws Refusal as `submitEstimateForm` */
export async function askEstimateRequest(call: Call): Promise<FormResult> {
  await submitEstimateForm(call);
  return { notices: [done("notices.wishlist.estimateSent")] };
}

export const typedEstimate: TypedForm = {
  name: formNames.estimate,
  controls: async (call) => ["reply_email", "additional_notes", ...(await ownFields(call)).map(({ name }) => name)],
  controlOf: async (call, { code, details }: Refusal) => {
    if (code === "email_invalid") return "reply_email";
    const missing = (await ownFields(call)).find(({ label, required }) => required && label === details.label);
    return missing ? fieldId(missing) : null;
  },
  noticeOf: estimateRefusal,
};

async function ownFields({ visit }: Call): Promise<EstimateField[]> {
  return estimateFields((await visit.facts()).settings.wishlist_estimate_fields);
}
