// Answers the form behind the password reset link: password_1, password_2. The token is in a cookie set by the link.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { listPasskeys } from "#shop/accounts/passkeys/passkeys.ts";
import { resetPassword } from "#shop/accounts/profile/change-password.ts";
import { Refusal } from "#shop/refusal.ts";
import { enterAccount, type OpenForm, passwordAgainOf, passwordOf } from "./account-form.ts";

export const resetPasswordForm: OpenForm = {
  name: "reset_password",
  marks: ["wc_reset_password", "password_1"],
  for: "anyone",
  guard: accountForms.reset_password,
  controls: { password: "password_1", passwordAgain: "password_2" },
  refilled: [],
  async answer(call) {
    const { db, clock, visit } = call;
    const password = passwordOf(call, "password_1");
    if (password !== passwordAgainOf(call)) throw new Refusal("account_invalid", { passwordAgain: "differs" });
    const proven = await resetPassword(db, visit.cookies.mailToken, password, clock.now());
    visit.cookies.clearMailToken(routes.lostPassword());
    // Drops the trusted-device mark: another person may hold a copy of it.
    const hasPasskeys = (await listPasskeys(db, proven.user.id)).length > 0;
    const target = hasPasskeys ? routes.passkeys() : routes.account();
    const path = await enterAccount(call, proven, { isRemembered: false, device: null, target });
    await visit.addNotice({ kind: "success", messageKey: "account.details.passwordSaved", values: {} });
    if (hasPasskeys) await visit.addNotice({ kind: "info", messageKey: "account.passkeys.afterReset", values: {} });
    return path;
  },
};
