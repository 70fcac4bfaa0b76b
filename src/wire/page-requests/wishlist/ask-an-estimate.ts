// Answers ?ask_an_estimate={list's token}&estimate_nonce=, with the form's reply_email and additional_notes.
import { Refusal } from "#shop/refusal.ts";
import { submitEstimateForm } from "../../admin-ajax/wishlist/submit-estimate-form.ts";
import { estimateRefusal } from "../../admin-ajax/wishlist/wishlist-texts.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { done, type FormResult } from "./wishlist-form.ts";

export async function askEstimateRequest(call: Call): Promise<FormResult> {
  try {
    await submitEstimateForm(call);
    return { notices: [done("notices.wishlist.estimateSent")] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { notices: [estimateRefusal(error)] };
  }
}
