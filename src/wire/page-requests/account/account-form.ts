import type { GuardedCall } from "#http/guards/nonce-actions.ts";
import { proofField, solvedChallenge } from "#http/guards/proof-of-work.ts";
import type { SignInOptions } from "#http/visit/visit-session.ts";
import { routes } from "#routes";
import { beginCodeStep } from "#shop/accounts/second-factor/sign-in-step.ts";
import type { Session } from "#shop/accounts/sessions/sessions.ts";
import type { ProvenUser, User } from "#shop/accounts/user.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { hasField, lineOf, textOf } from "../../wc-ajax/fields.ts";
import type { Controls } from "./account-errors.ts";

interface AnyForm {
  /** Identifies the form when its page is rendered again. */
  name: string;
  /** The form is recognised by having all of these fields. */
  marks: readonly string[];
  guard: GuardedCall;
  controls: Controls;
  /** Names of the controls that are filled in again after a refusal; never passwords. */
  refilled: readonly string[];
}

/** A form for anyone. `answer` returns the path to redirect to. @throws Refusal */
export interface OpenForm extends AnyForm {
  for: "anyone";
  answer: (call: Call) => Promise<string>;
}

/** A signed-in user and the session. */
export interface Owner {
  user: User;
  session: Session;
}

/**
 * A form for signed-in users about their own account. `answer` returns the path to redirect to; undefined: the page of the form
 * is shown. @throws Refusal
 */
export interface UserForm extends AnyForm {
  for: "user";
  answer: (call: Call, owner: Owner) => Promise<string | undefined>;
}

export type AccountForm = OpenForm | UserForm;

/** Returns a password exactly as typed (not trimmed, at most 1,000 characters). */
export function passwordOf({ fields }: Pick<Call, "fields">, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : "";
  return typeof value === "string" ? value.slice(0, 1000) : "";
}

/** Returns the challenge that the sender's browser has solved; null: none. */
export function proofOf({ signatures, clock, fields }: Call): string | null {
  return solvedChallenge(signatures, textOf(fields, proofField), clock.now());
}

/** Returns the repeated password; `password_1` for forms that ask only once because a button reveals the password. */
export function passwordAgainOf(call: Pick<Call, "fields">): string {
  return passwordOf(call, hasField(call.fields, "password_2") ? "password_2" : "password_1");
}

/** Returns a field's trimmed text; "" if it contains no visible character. */
export function trimmed({ fields }: Pick<Call, "fields">, name: string): string {
  return lineOf(fields, name);
}

/**
 * Signs in a user who has proven the password; one with a second factor is asked for the code first, without a session.
 * @param target the path to go to @returns the path to redirect to. @throws Refusal credentials_wrong
 */
export async function enterAccount(
  call: Call,
  proven: ProvenUser,
  { target, ...options }: SignInOptions & { target: string },
): Promise<string> {
  const { db, clock, visit } = call;
  const token = await beginCodeStep(db, proven, clock.now());
  if (token === null) {
    await startSession(call, proven, options);
    return target;
  }
  visit.cookies.setMailToken(token, routes.signInCode());
  return routes.signInCode({ redirect_to: target, ...(options.isRemembered && { rememberme: "forever" }) });
}

/** Starts the session of an authenticated user and restores the account's cart. @throws Refusal credentials_wrong */
export async function startSession({ visit }: Call, proven: ProvenUser, options: SignInOptions): Promise<void> {
  await visit.session.signIn(proven, options);
  await visit.recheckedCart("on the next page");
  // Takes a guest's wishlists along, and tells the browser about those of the account.
  await visit.wishlists.findAgain();
}
