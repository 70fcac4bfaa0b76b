import type { GuardedCall } from "#http/guards/nonce-actions.ts";
import type { Session } from "#shop/accounts/sessions/sessions.ts";
import type { User } from "#shop/accounts/user.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { hasField, lineOf } from "../../wc-ajax/fields.ts";
import type { Controls } from "./account-errors.ts";

/** A form of the account pages. */
interface AnyForm {
  /** What it is called where it is shown again. */
  name: string;
  /** The fields that tell it from the others. */
  marks: readonly string[];
  guard: GuardedCall;
  /** The controls of the shop's fields. */
  controls: Controls;
  /** Names of what is typed again for the visitor when it is refused; passwords are none of them. */
  kept: readonly string[];
}

/** One that anybody may send. `answer` says where the browser goes next. @throws Refusal */
export interface OpenForm extends AnyForm {
  for: "anyone";
  answer: (call: Call) => Promise<string>;
}

/** Somebody who is signed in, and his session. */
export interface Owner {
  user: User;
  session: Session;
}

/** One that only somebody who is signed in may send, about himself. */
export interface OwnForm extends AnyForm {
  for: "user";
  answer: (call: Call, owner: Owner) => Promise<string>;
}

export type AccountForm = OpenForm | OwnForm;

/** A password as it was typed: nothing is trimmed. */
export function passwordOf({ fields }: Pick<Call, "fields">, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : "";
  return typeof value === "string" ? value.slice(0, 1000) : "";
}

/** What was typed to repeat the password of `password_1`; that one where it is asked for once, since a button shows it. */
export function passwordAgainOf(call: Pick<Call, "fields">): string {
  return passwordOf(call, hasField(call.fields, "password_2") ? "password_2" : "password_1");
}

/** A field's text without the spaces around it; "" when nothing in it can be seen. */
export function trimmed({ fields }: Pick<Call, "fields">, name: string): string {
  return lineOf(fields, name);
}
