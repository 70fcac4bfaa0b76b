// Answers the form behind the mail's link that opens an account: account_first_name, account_phone, password_1, password_2. The
// link alone does nothing: programs follow links, too.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { internationalPhone } from "#shop/accounts/profile/phone.rules.ts";
import { confirmRegistration } from "#shop/accounts/register.ts";
import { type OpenForm, passwordAgainOf, passwordOf, trimmed } from "./account-form.ts";
import { enterAccount } from "./enter-account.ts";

/** Who reads the mail says how he is called and chooses the password: nobody else knows it, whoever has asked for the account. */
export const confirmAccountForm: OpenForm = {
  name: "confirm_account",
  marks: ["confirm_account"],
  for: "anyone",
  guard: accountForms.confirm_account,
  controls: {
    firstName: "account_first_name",
    phone: "account_phone",
    password: "password_1",
    passwordAgain: "password_2",
  },
  kept: ["account_first_name", "account_phone"],
  async answer(call) {
    const { db, clock, visit } = call;
    const given = {
      firstName: trimmed(call, "account_first_name"),
      lastName: "",
      phone: internationalPhone(trimmed(call, "account_phone")),
      password: passwordOf(call, "password_1"),
      again: passwordAgainOf(call),
    };
    const proven = await confirmRegistration(db, visit.cookies.mailToken, given, clock.now());
    visit.cookies.clearMailToken(routes.confirmAccount());
    await enterAccount(call, proven, { isRemembered: false, device: visit.cookies.device });
    await visit.addNotice({ kind: "success", messageKey: "account.confirm.done", values: {} });
    return routes.account();
  },
};
