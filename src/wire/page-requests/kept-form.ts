import { accountField } from "#http/refused-form.ts";
import { dropKeptForm, keepForm, type Typed } from "#shop/accounts/kept-forms.ts";
import type { Call } from "../wc-ajax/entrance.ts";
import { cut, type Fields, hasField, idOf, longestKept, textOf } from "../wc-ajax/fields.ts";
import { mayKeep } from "../wc-ajax/may-keep.ts";
import { leaveNotice } from "../wc-ajax/refusal-notice.ts";
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
  const { db, clock, visitors, request, reply, fields } = call;
  if (!(await mayKeep(call, form.guard))) return;
  const userId = idOf(fields, accountField);
  const values = Object.entries(typedInto(form, fields)).map(
    ([name, value]) => [name, cut(value, longestKept)] as const,
  );
  if (userId === undefined || values.length === 0) return;
  const { id: sessionId } = await visitors.keep(request, reply);
  await keepForm(
    db,
    { sessionId, userId, name: form.name, path: pathOf(request) },
    Object.fromEntries(values),
    clock.now(),
  );
  await leaveNotice(call, { kind: "info", messageKey: "account.form.ended", values: {} });
}

/** Forgets what waited in a form of his: it was sent again, and taken. */
export async function dropSent({ db, request }: Call, { name }: AccountForm, owner: Owner): Promise<void> {
  await dropKeptForm(db, { sessionId: owner.session.id, userId: owner.user.id, name, path: pathOf(request) });
}

function pathOf({ url }: Call["request"]): string {
  return url.split("?", 1)[0] ?? "";
}
