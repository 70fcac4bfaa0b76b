// Answers the sign-in form: username (email or phone), password, rememberme, redirect.

import { accountForms } from "#http/guards/nonce-actions.ts";
import { localPathOf } from "#http/local-path.ts";
import { routes } from "#routes";
import { signInName } from "#shop/accounts/profile/phone.rules.ts";
import { signIn } from "#shop/accounts/sessions/sign-in.ts";
import { Refusal } from "#shop/refusal.ts";
import { hasField } from "../../wc-ajax/fields.ts";
import { enterAccount, type OpenForm, passwordOf, proofOf, trimmed } from "./account-form.ts";

export const loginForm: OpenForm = {
  name: "login",
  marks: ["login", "username"],
  for: "anyone",
  guard: accountForms.login,
  controls: { login: "username", password: "password" },
  refilled: ["username", "rememberme"],
  async answer(call) {
    const { db, clock, visit, fields } = call;
    const login = signInName(trimmed(call, "username"));
    const password = passwordOf(call, "password");
    const missing = { ...(login === "" && { login: "required" }), ...(password === "" && { password: "required" }) };
    if (Object.keys(missing).length > 0) throw new Refusal("account_invalid", missing);
    const credentials = {
      login,
      password,
      address: visit.request.ip,
      device: visit.cookies.device,
      proof: proofOf(call),
    };
    const proven = await signIn(db, credentials, clock.now());
    const target = localPathOf(trimmed(call, "redirect"), visit.siteUrl) ?? routes.account();
    const isRemembered = hasField(fields, "rememberme");
    return enterAccount(call, proven, { isRemembered, device: credentials.device, target });
  },
};
