// Answers the form behind a mail's link: password_1, password_2; the token is in the cookie that the link left.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { resetPassword } from "#shop/accounts/profile/change-password.ts";
import { Refusal } from "#shop/refusal.ts";
import { type OpenForm, passwordAgainOf, passwordOf } from "./account-form.ts";
import { enterAccount } from "./enter-account.ts";

export const resetPasswordForm: OpenForm = {
  name: "reset_password",
  marks: ["wc_reset_password", "password_1"],
  for: "anyone",
  guard: accountForms.reset_password,
  controls: { password: "password_1", passwordAgain: "password_2" },
  kept: [],
  async answer(call) {
    const { db, clock, visit } = call;
    const password = passwordOf(call, "password_1");
    if (password !== passwordAgainOf(call)) throw new Refusal("account_invalid", { passwordAgain: "differs" });
    const proven = await resetPassword(db, visit.cookies.mailToken, password, clock.now());
    visit.cookies.clearMailToken(routes.lostPassword());
    // Whoever had a proof of this browser has none any more.
    await enterAccount(call, proven, { isRemembered: false, device: null });
    await visit.addNotice({ kind: "success", messageKey: "account.details.passwordSaved", values: {} });
    return routes.account();
  },
};
