// Answers the form of the account's details: account_first_name, account_last_name, account_email, account_phone,
// password_current, password_1, password_2. No other field of an account can be set by it.
import { accountForms } from "#http/nonce-actions.ts";
import { routes } from "#routes";
import { emailFault, emailKey, passwordFault } from "#shop/accounts/account-fields.rules.ts";
import { changeDetails } from "#shop/accounts/change-details.ts";
import { requestEmailChange } from "#shop/accounts/change-email.ts";
import { changePassword, checkPassword } from "#shop/accounts/change-password.ts";
import { internationalPhone } from "#shop/accounts/phone.rules.ts";
import { detailsFaults } from "#shop/accounts/registration.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../wc-ajax/entrance.ts";
import { leaveNotice } from "../wc-ajax/refusal-notice.ts";
import { type Owner, type OwnForm, passwordOf, trimmed } from "./account-form.ts";

export const accountDetailsForm: OwnForm = {
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
  kept: ["account_first_name", "account_last_name", "account_email", "account_phone"],
  async answer(call, owner) {
    const { db } = call;
    const given = givenBy(call, owner);
    refuseFaults(given);
    if (given.password !== "") await replacePassword(call, owner, given);
    else if (given.isOtherEmail) await checkPassword(db, owner.user.id, given.current, call.clock.now());
    await changeDetails(db, owner.user.id, given);
    if (given.isOtherEmail) await requestEmailChange(db, owner.user.id, given.email, call.clock.now());
    await tell(call, given);
    return routes.editAccount();
  },
};

type Given = ReturnType<typeof givenBy>;

function givenBy(call: Call, { user }: Owner) {
  // Left out, the address stays.
  const email = trimmed(call, "account_email") || user.email;
  return {
    email,
    isOtherEmail: emailKey(email) !== emailKey(user.email),
    firstName: trimmed(call, "account_first_name"),
    lastName: trimmed(call, "account_last_name"),
    phone: internationalPhone(trimmed(call, "account_phone")),
    current: passwordOf(call, "password_current"),
    password: passwordOf(call, "password_1"),
    again: passwordOf(call, "password_2"),
  };
}

/** All that is wrong at once, before anything is changed. */
function refuseFaults(given: Given): void {
  const { email, isOtherEmail, current, password, again } = given;
  const needsCurrent = isOtherEmail || password !== "" || again !== "";
  const badEmail = emailFault(email);
  const badPassword = password === "" ? undefined : passwordFault(password);
  const faults = {
    ...detailsFaults(given),
    ...(badEmail && { email: badEmail }),
    ...(needsCurrent && current === "" && { passwordCurrent: "required" }),
    ...(badPassword && { password: badPassword }),
    ...(password !== again && { passwordAgain: "differs" }),
  };
  if (Object.keys(faults).length > 0) throw new Refusal("account_invalid", faults);
}

/** The other sessions end, and this one goes on under a new token. */
async function replacePassword(call: Call, { user, session }: Owner, { current, password }: Given): Promise<void> {
  const { db, clock, visitors, request, reply } = call;
  await changePassword(db, { userId: user.id, sessionId: session.id }, { current, password }, clock.now());
  await visitors.signIn(request, reply, user, session.isRemembered);
}

async function tell(call: Call, { password, isOtherEmail, email }: Given): Promise<void> {
  const messageKey = password === "" ? "account.details.saved" : "account.details.passwordSaved";
  await leaveNotice(call, { kind: "success", messageKey, values: {} });
  if (isOtherEmail)
    await leaveNotice(call, { kind: "info", messageKey: "account.details.emailSent", values: { email } });
}
