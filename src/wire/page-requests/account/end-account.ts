// Answers the buttons "sign out everywhere" and "delete account" (field password_current).
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { deleteAccount } from "#shop/privacy/delete-account.ts";
import { Refusal } from "#shop/refusal.ts";
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
