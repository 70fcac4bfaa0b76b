// Answers the buttons "sign out everywhere", "sign out" of one session and "delete account" (field password_current).
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { endOwnSession } from "#shop/accounts/sessions/user-sessions.ts";
import { deleteAccount } from "#shop/privacy/delete-account.ts";
import { Refusal } from "#shop/refusal.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { passwordOf, type UserForm } from "./account-form.ts";

export const signOutEverywhereForm: UserForm = {
  name: "sign_out_everywhere",
  marks: ["sign_out_everywhere"],
  for: "user",
  guard: accountForms.sign_out_everywhere,
  controls: {},
  refilled: [],
  async answer(call) {
    await call.visit.session.signOut("everywhere");
    await call.visit.addNotice({ kind: "success", messageKey: "account.signOut.everywhereDone", values: {} });
    return routes.account();
  },
};

/** The session is in the field session_id. */
export const endSessionForm: UserForm = {
  name: "end_session",
  marks: ["end_session"],
  for: "user",
  guard: accountForms.end_session,
  controls: {},
  refilled: [],
  async answer({ db, clock, visit, fields }, { user }) {
    const [id] = /^[1-9]\d{0,14}$/.exec(textOf(fields, "session_id")) ?? [];
    if (id !== undefined) await endOwnSession(db, user.id, Number(id), clock.now());
    await visit.addNotice({ kind: "success", messageKey: "account.sessions.done", values: {} });
    return routes.editAccount();
  },
};

export const deleteAccountForm: UserForm = {
  name: "delete_account",
  marks: ["delete_account"],
  for: "user",
  guard: accountForms.delete_account,
  controls: { passwordCurrent: "password_current" },
  refilled: [],
  async answer(call, { user }) {
    const { db, clock, visit } = call;
    const password = passwordOf(call, "password_current");
    if (password === "") throw new Refusal("account_invalid", { passwordCurrent: "required" });
    await deleteAccount(db, user.id, password, clock.now());
    await visit.session.signOut("here");
    await visit.addNotice({ kind: "success", messageKey: "account.delete.done", values: {} });
    return routes.account();
  },
};
