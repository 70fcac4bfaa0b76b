import type { FastifyReply, FastifyRequest } from "fastify";
import type { ReactNode } from "react";
import { accountForms } from "#http/nonce-actions.ts";
import { accountField, findRefusedForm } from "#http/refused-form.ts";
import { routes } from "#routes";
import { findKeptForm } from "#shop/accounts/kept-forms.ts";
import type { PageView } from "../rendering/page-view.ts";
import type { PersonalServices } from "../rendering/personal-services.ts";
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
export async function guardedForm(
  services: PersonalServices,
  request: FastifyRequest,
  reply: FastifyReply,
  name: keyof typeof accountForms,
): Promise<GuardedForm> {
  const { field, action } = accountForms[name];
  const nonce = await services.nonceOf(request, reply, action);
  return { nonceField: field, nonce, refused: findRefusedForm(request, name) };
}

/** A form of somebody who is signed in; with what he typed into it when his session had ended, if he did. */
export async function ownForm(
  { services, request, reply, user, now }: OwnRequest,
  name: keyof typeof accountForms,
): Promise<GuardedForm> {
  const form = { ...(await guardedForm(services, request, reply, name)), hidden: { [accountField]: String(user.id) } };
  const session = await services.visitors.find(request, reply);
  if (form.refused || !session) return form;
  const place = { sessionId: session.id, userId: user.id, name, path: pathOf(request) };
  const typed = await findKeptForm(services.db, place, now);
  return typed ? { ...form, refused: { name, typed, errors: [] }, isUnsent: true } : form;
}

/** The path that was asked for. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? routes.account();
}
