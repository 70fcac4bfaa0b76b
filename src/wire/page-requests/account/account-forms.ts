// The forms of the account pages, each a plain POST to its own page, and the sign-out link.
import type { FastifyReply, FastifyRequest } from "fastify";
import { createChallenge } from "#http/guards/challenges.ts";
import { accountForms as guards } from "#http/guards/nonce-actions.ts";
import type { FormError } from "#http/visit/refused-form.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { may } from "#shop/accounts/permissions.rules.ts";
import { needsSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call, Entrance } from "../../wc-ajax/entrance.ts";
import { fieldsOf, hasField, isOfOtherUser } from "../../wc-ajax/fields.ts";
import { deleteSaved, saveUnsent, typedInto } from "../checkout/saved-form.ts";
import { accountErrors } from "./account-errors.ts";
import type { AccountForm } from "./account-form.ts";
import { makeApplicationPasswordForm, revokeApplicationPasswordForm } from "./application-passwords.ts";
import { confirmAccountForm } from "./confirm-account.ts";
import { confirmEmailForm } from "./confirm-email.ts";
import { deleteAccountForm, endSessionForm, signOutEverywhereForm } from "./end-account.ts";
import { loginForm } from "./login.ts";
import { lostPasswordForm } from "./lost-password.ts";
import { addPasskeyForm, passkeySignInForm, removePasskeyForm } from "./passkeys.ts";
import { registerForm } from "./register.ts";
import { resetPasswordForm } from "./reset-password.ts";
import { accountDetailsForm } from "./save-account-details.ts";
import { addressForm } from "./save-address.ts";
import {
  formsWithoutFactor,
  removeFactorForm,
  renewRecoveryCodesForm,
  setUpFactorForm,
  signInCodeForm,
} from "./second-factor.ts";

const forms: readonly AccountForm[] = [
  loginForm,
  registerForm,
  lostPasswordForm,
  resetPasswordForm,
  confirmAccountForm,
  confirmEmailForm,
  accountDetailsForm,
  addressForm,
  signOutEverywhereForm,
  endSessionForm,
  deleteAccountForm,
  signInCodeForm,
  setUpFactorForm,
  renewRecoveryCodesForm,
  removeFactorForm,
  passkeySignInForm,
  addPasskeyForm,
  removePasskeyForm,
  makeApplicationPasswordForm,
  revokeApplicationPasswordForm,
];

/** Returns a `preHandler` hook: redirects after success; refused forms are rendered again with all values but passwords. */
export function accountFormsHook(entrance: Entrance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { path } = request.visit;
    if (!path.startsWith(routes.account())) return undefined;
    const call = { ...entrance, visit: request.visit, fields: fieldsOf(request) };
    const target = request.method === "POST" ? await answerForm(call) : await answerSignOut(call);
    if (reply.sent) return reply;
    return target === undefined ? undefined : reply.header("cache-control", "no-store").redirect(target, 303);
  };
}

/** Answers GET customer-logout/?_wpnonce=. Without a valid nonce the page asks for confirmation. */
async function answerSignOut(call: Call): Promise<string | undefined> {
  const { visit, fields } = call;
  const { request, path } = visit;
  if (request.method !== "GET" || path !== routes.signOut() || !hasField(fields, "_wpnonce")) return undefined;
  if (visit.guardStateChange()) return undefined;
  if (!(await visit.hasValidNonce(guards["customer-logout"], fields))) return undefined;
  await visit.session.signOut("here");
  await visit.addNotice({ kind: "success", messageKey: "account.signOut.done", values: {} });
  return routes.account();
}

async function answerForm(call: Call): Promise<string | undefined> {
  const { visit, fields } = call;
  const form = forms.find(({ marks }) => marks.every((mark) => hasField(fields, mark)));
  if (!form) return undefined;
  const session = await visit.session.find();
  const user = session?.user && may(session.user.role, "change", "own account") ? session.user : null;
  const owner = session && user ? { user, session } : undefined;
  if (form.for === "user" && !owner) {
    await saveUnsent(call, form);
    // The page itself redirects to the sign-in.
    return undefined;
  }
  if (owner && isOfOtherUser(fields, owner.user.id)) return refuseOtherUser(call);
  const isBlocked = form.for === "user" && !formsWithoutFactor.includes(form.name);
  if (isBlocked && owner && (await needsSecondFactor(call.db, owner.user.id))) return routes.secondFactor();
  if (hasField(fields, "chowk_country")) return showAgain(call, form, []);
  const { settings, zones } = await visit.facts();
  const t = translator(settings.language);
  if (!(await visit.hasValidOrExpiredNonce(form.guard, fields)))
    return showAgain(call, form, [{ controlId: null, message: t("account.refused.old") }]);
  try {
    if (form.for === "anyone") return await form.answer(call);
    if (!owner) return undefined;
    const target = await form.answer(call, owner);
    await deleteSaved(call, form, owner);
    return target;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const challenge =
      error.code === "proof_needed" ? createChallenge(call.signatures, "proof of work", call.clock.now()) : undefined;
    return showAgain(call, form, accountErrors(error, form.controls, t, { fields, settings, zones }), challenge);
  }
}

/** Another user has signed in since the page was shown: they must neither see nor save this form. */
async function refuseOtherUser(call: Call): Promise<string> {
  await call.visit.addNotice({ kind: "error", messageKey: "account.refused.another", values: {} });
  return call.visit.path;
}

function showAgain(
  { visit, fields }: Call,
  form: AccountForm,
  errors: readonly FormError[],
  challenge?: string,
): undefined {
  const typed = typedInto(form, fields);
  visit.refuseForm({ name: form.name, typed, errors, ...(challenge !== undefined && { challenge }) });
}
