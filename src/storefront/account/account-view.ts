import type { ReactNode } from "react";
import { accountForms } from "#http/guards/nonce-actions.ts";
import { accountField } from "#http/visit/refused-form.ts";
import type { Visit } from "#http/visit/visit.ts";
import { findSavedForm } from "#shop/accounts/saved-forms.ts";
import type { PageView } from "../rendering/page-view.ts";
import type { GuardedForm } from "./account-form.tsx";
import type { OwnRequest } from "./own-request.ts";

/** A page of an account: nobody else's, and in no search engine. */
export function accountView(title: string, content: ReactNode): PageView {
  return {
    title,
    description: "",
    canonicalPath: null,
    bodyClass: "",
    flags: { isAccountPage: true },
    content,
    tags: [],
  };
}

/** A form by its name, with this visitor's nonce and what was refused of it. */
export async function guardedForm(visit: Visit, name: keyof typeof accountForms): Promise<GuardedForm> {
  const { field, action } = accountForms[name];
  return { nonceField: field, nonce: await visit.nonce(action), refused: visit.findRefusedForm(name) };
}

/** A form of somebody who is signed in; with what he typed into it when his session had ended, if he did. */
export async function ownForm(
  { services, visit, user, now }: OwnRequest,
  name: keyof typeof accountForms,
): Promise<GuardedForm> {
  const form = { ...(await guardedForm(visit, name)), hidden: { [accountField]: String(user.id) } };
  const session = await visit.session.find();
  if (form.refused || !session) return form;
  const place = { sessionId: session.id, userId: user.id, name, path: visit.path };
  const typed = await findSavedForm(services.db, place, now);
  return typed ? { ...form, refused: { name, typed, errors: [] }, isUnsent: true } : form;
}
