import { Refusal } from "#shop/refusal.ts";
import { estimateAnswers, estimateFields } from "#shop/wishlist/estimate-fields.ts";
import { requestEstimate } from "#shop/wishlist/request-estimate.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { lineOf, textOf } from "../../wc-ajax/fields.ts";
import { sourceOf } from "../../wc-ajax/form-source.ts";
import { listOf } from "./wishlist-fields.ts";

/**
 * Asks for an estimate of the visitor's own list: `ask_an_estimate` (its token, or "false" for the default list),
 * `reply_email` (used if the visitor has no account), `additional_notes`, and the shop's own fields by their labels' slugs.
 * @throws Refusal wishlist_estimates_off, estimate_field_missing, and what `requestEstimate` refuses
 */
export async function submitEstimateForm(call: Call): Promise<void> {
  const { db, clock, visit, fields } = call;
  const { settings } = await visit.facts();
  if (settings.wishlist_estimates === "no") throw new Refusal("wishlist_estimates_off");
  const user = (await visit.session.find())?.user;
  const isDefault = textOf(fields, "ask_an_estimate") === "false";
  const request = {
    list: isDefault ? undefined : listOf(fields, "ask_an_estimate"),
    email: user?.email || lineOf(fields, "reply_email"),
    notes: textOf(fields, "additional_notes"),
    answers: estimateAnswers(estimateFields(settings.wishlist_estimate_fields), (name) => textOf(fields, name)),
  };
  await requestEstimate(db, await visit.wishlists.ownerId(), request, sourceOf(call), settings, clock.now());
}
