// Answers the account details form: account_first_name, account_last_name, account_email, account_phone, password_current,
// password_1, password_2. All other fields are ignored.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import type { AccountChange } from "#shop/accounts/profile/account-change.rules.ts";
import { internationalPhone } from "#shop/accounts/profile/phone.rules.ts";
import { type SavedAccount, saveAccount } from "#shop/accounts/profile/save-account.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { type Owner, passwordAgainOf, passwordOf, trimmed, type UserForm } from "./account-form.ts";

export const accountDetailsForm: UserForm = {
  name: "save_account_details",
  marks: ["save_account_details"],
  for: "user",
  guard: accountForms.save_account_details,
  controls: {
    firstName: "account_first_name",
    lastName: "account_last_name",
    email: "account_email",
    phone: "account_phone",
    passwordCurrent: "password_current",
    password: "password_1",
    passwordAgain: "password_2",
  },
  refilled: ["account_first_name", "account_last_name", "account_email", "account_phone"],
  async answer(call, owner) {
    const { db, clock, visit } = call;
    const change = changeOf(call, owner);
    const saved = await visit.session.renew(owner.session, (own) => saveAccount(db, owner, change, own, clock.now()));
    if (saved.session) await visit.session.rememberDevice(owner.user.id);
    await addNotices(call, saved);
    return routes.editAccount();
  },
};

function changeOf(call: Call, { user }: Owner): AccountChange {
  return {
    // Without the field the address stays.
    email: trimmed(call, "account_email") || user.email,
    firstName: trimmed(call, "account_first_name"),
    lastName: trimmed(call, "account_last_name"),
    phone: internationalPhone(trimmed(call, "account_phone")),
    current: passwordOf(call, "password_current"),
    password: passwordOf(call, "password_1"),
    again: passwordAgainOf(call),
  };
}

async function addNotices(call: Call, { session, newEmail }: SavedAccount): Promise<void> {
  const messageKey = session ? "account.details.passwordSaved" : "account.details.saved";
  await call.visit.addNotice({ kind: "success", messageKey, values: {} });
  if (newEmail !== null)
    await call.visit.addNotice({
      kind: "info",
      messageKey: "account.details.emailSent",
      values: { email: newEmail },
    });
}
