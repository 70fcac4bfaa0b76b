// Answers the form behind the registration mail's link: account_first_name, account_phone, password_1, password_2. Opening the
// link alone changes nothing, because mail scanners follow links too.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { internationalPhone } from "#shop/accounts/profile/phone.rules.ts";
import { confirmRegistration } from "#shop/accounts/register.ts";
import { networkIds } from "#shop/tracking/network-sources.rules.ts";
import { type OpenForm, passwordAgainOf, passwordOf, startSession, trimmed } from "./account-form.ts";

/** The mail's reader chooses name and password, so that the person who requested the account does not know the password. */
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
  refilled: ["account_first_name", "account_phone"],
  async answer(call) {
    const { db, clock, visit } = call;
    const account = {
      firstName: trimmed(call, "account_first_name"),
      lastName: "",
      phone: internationalPhone(trimmed(call, "account_phone")),
      password: passwordOf(call, "password_1"),
      again: passwordAgainOf(call),
    };
    const proven = await confirmRegistration(db, visit.cookies.mailToken, account, clock.now());
    visit.cookies.clearMailToken(routes.confirmAccount());
    await startSession(call, proven, { isRemembered: false, device: visit.cookies.device });
    const { settings } = await visit.facts();
    if (Object.keys(networkIds(settings)).length > 0) visit.cookies.setRegistered();
    await visit.addNotice({ kind: "success", messageKey: "account.confirm.done", values: {} });
    return routes.account();
  },
};
