import type { ReactNode } from "react";
import { accountForms } from "#http/guards/nonce-actions.ts";
import { accountField } from "#http/visit/refused-form.ts";
import type { Visit } from "#http/visit/visit.ts";
import { findSavedForm } from "#shop/accounts/saved-forms.ts";
import type { PageFlags, PageView } from "../rendering/page-view.ts";
import type { GuardedForm } from "./account-form.tsx";
import type { AccountRequest } from "./account-request.ts";

/** Returns the view of an account page: personal and not indexed. */
export function accountView(title: string, content: ReactNode, flags: PageFlags = {}): PageView {
  return {
    title,
    description: "",
    canonicalPath: null,
    bodyClass: "",
    flags: { isAccountPage: true, ...flags },
    content,
    tags: [],
  };
}

/** Returns a form with the visitor's nonce and, after a refusal, its typed values and errors. */
export async function guardedForm(visit: Visit, name: keyof typeof accountForms): Promise<GuardedForm> {
  const { field, action } = accountForms[name];
  return { nonceField: field, nonce: await visit.nonce(action), refused: visit.findRefusedForm(name) };
}

/** Returns a form of a signed-in user, filled with the values typed before the session ended, if any. */
export async function userForm(
  { services, visit, user, now }: AccountRequest,
  name: keyof typeof accountForms,
): Promise<GuardedForm> {
  const form = { ...(await guardedForm(visit, name)), hidden: { [accountField]: String(user.id) } };
  const session = await visit.session.find();
  if (form.refused || !session) return form;
  const place = { sessionId: session.id, userId: user.id, name, path: visit.path };
  const typed = await findSavedForm(services.db, place, now);
  return typed ? { ...form, refused: { name, typed, errors: [] }, isUnsent: true } : form;
}
