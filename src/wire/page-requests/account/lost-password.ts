// Answers the form for a forgotten password: user_login (email or phone).
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { requestPasswordReset } from "#shop/accounts/profile/change-password.ts";
import { signInName } from "#shop/accounts/profile/phone.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import { type OpenForm, trimmed } from "./account-form.ts";

export const lostPasswordForm: OpenForm = {
  name: "lost_password",
  marks: ["wc_reset_password", "user_login"],
  for: "anyone",
  guard: accountForms.lost_password,
  controls: { login: "user_login" },
  refilled: ["user_login"],
  async answer(call) {
    const { db, clock, visit } = call;
    const login = signInName(trimmed(call, "user_login"));
    if (login === "") throw new Refusal("account_invalid", { login: "required" });
    await requestPasswordReset(db, login, visit.request.ip, clock.now());
    return routes.resetLinkSent();
  },
};
