// Answers the registration form: account_first_name, account_last_name, email, account_phone, password.
import { accountForms } from "#http/nonce-actions.ts";
import { routes } from "#routes";
import { internationalPhone } from "#shop/accounts/phone.rules.ts";
import { register } from "#shop/accounts/register.ts";
import { leaveNotice } from "../wc-ajax/refusal-notice.ts";
import { type OpenForm, passwordOf, trimmed } from "./account-form.ts";

/** The answer is the same whether the address has an account or not: its owner learns it from the mail. */
export const registerForm: OpenForm = {
  name: "register",
  marks: ["register", "email"],
  for: "anyone",
  guard: accountForms.register,
  controls: {
    firstName: "reg_account_first_name",
    lastName: "reg_account_last_name",
    email: "reg_email",
    phone: "reg_account_phone",
    password: "reg_password",
  },
  kept: ["account_first_name", "account_last_name", "email", "account_phone"],
  async answer(call) {
    const { db, clock, request } = call;
    const email = trimmed(call, "email");
    const given = {
      email,
      firstName: trimmed(call, "account_first_name"),
      lastName: trimmed(call, "account_last_name"),
      phone: internationalPhone(trimmed(call, "account_phone")),
      password: passwordOf(call, "password"),
    };
    await register(db, given, request.ip, clock.now());
    await leaveNotice(call, { kind: "success", messageKey: "account.mailSent", values: { email } });
    return routes.account();
  },
};
