import { accountField } from "#http/visit/refused-form.ts";
import { deleteSavedForm, saveForm, type Typed } from "#shop/accounts/saved-forms.ts";
import type { Call } from "../wc-ajax/entrance.ts";
import { cut, type Fields, hasField, idOf, longestKept, textOf } from "../wc-ajax/fields.ts";
import { mayKeep } from "../wc-ajax/may-keep.ts";
import type { AccountForm, Owner } from "./account/account-form.ts";

/** What was typed into a form, but for passwords. */
export function typedInto({ kept }: AccountForm, fields: Fields): Typed {
  return Object.fromEntries(
    kept.flatMap((control) => (hasField(fields, control) ? [[control, textOf(fields, control)] as const] : [])),
  );
}

/**
 * Keeps what was typed into a form of an account whose session has ended, in this browser alone: its owner, once signed in
 * again, finds it in the form and sends it himself. What was typed into a page that names no account, or that this browser was not given, is not kept.
 */
export async function keepUnsent(call: Call, form: AccountForm): Promise<void> {
  const { db, clock, visit, fields } = call;
  if (!(await mayKeep(call, form.guard))) return;
  const userId = idOf(fields, accountField);
  const values = Object.entries(typedInto(form, fields)).map(
    ([name, value]) => [name, cut(value, longestKept)] as const,
  );
  if (userId === undefined || values.length === 0) return;
  const { id: sessionId } = await visit.session.keep();
  await saveForm(db, { sessionId, userId, name: form.name, path: visit.path }, Object.fromEntries(values), clock.now());
  await visit.addNotice({ kind: "info", messageKey: "account.form.ended", values: {} });
}

/** Forgets what waited in a form of his: it was sent again, and taken. */
export async function dropSent({ db, visit }: Call, { name }: AccountForm, owner: Owner): Promise<void> {
  await deleteSavedForm(db, { sessionId: owner.session.id, userId: owner.user.id, name, path: visit.path });
}
