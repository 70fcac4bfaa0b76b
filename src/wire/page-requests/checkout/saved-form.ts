import { accountField } from "#http/visit/refused-form.ts";
import { deleteSavedForm, saveForm, type Typed } from "#shop/accounts/saved-forms.ts";
import { maySaveForm } from "../../wc-ajax/checkout/save-checkout.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { cut, type Fields, hasField, idOf, maxSavedLength, textOf } from "../../wc-ajax/fields.ts";
import type { AccountForm, Owner } from "../account/account-form.ts";

/** Returns the submitted values of a form, without passwords. */
export function typedInto({ refilled }: AccountForm, fields: Fields): Typed {
  return Object.fromEntries(
    refilled.flatMap((control) => (hasField(fields, control) ? [[control, textOf(fields, control)] as const] : [])),
  );
}

/**
 * Saves a form that was submitted after its user's session ended, so that the same user finds it filled in after signing in
 * again in this browser. Saves nothing if the form names no account or its page was not served to this browser.
 */
export async function saveUnsent(call: Call, form: AccountForm): Promise<void> {
  const { db, clock, visit, fields } = call;
  if (!(await maySaveForm(call, form.guard))) return;
  const userId = idOf(fields, accountField);
  const values = Object.entries(typedInto(form, fields)).map(
    ([name, value]) => [name, cut(value, maxSavedLength)] as const,
  );
  if (userId === undefined || values.length === 0) return;
  const { id: sessionId } = await visit.session.keep();
  await saveForm(db, { sessionId, userId, name: form.name, path: visit.path }, Object.fromEntries(values), clock.now());
  await visit.addNotice({ kind: "info", messageKey: "account.form.ended", values: {} });
}

/** Deletes the saved form after a successful submit. */
export async function deleteSaved({ db, visit }: Call, { name }: AccountForm, owner: Owner): Promise<void> {
  await deleteSavedForm(db, { sessionId: owner.session.id, userId: owner.user.id, name, path: visit.path });
}
