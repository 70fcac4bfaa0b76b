import type { FastifyReply, FastifyRequest } from "fastify";
import type { ReactNode } from "react";
import { accountForms } from "#http/nonce-actions.ts";
import { findRefusedForm } from "#http/refused-form.ts";
import type { PageView } from "../../page-view.ts";
import type { PersonalServices } from "../../personal-services.ts";
import type { GuardedForm } from "./account-form.tsx";

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
