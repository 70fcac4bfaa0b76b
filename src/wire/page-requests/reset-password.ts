// Answers the form behind a mail's link: password_1, password_2; the token is in the cookie that the link left.
import { dropMailToken, mailTokenOf } from "#http/mail-link.ts";
import { accountForms } from "#http/nonce-actions.ts";
import { routes } from "#routes";
import { resetPassword } from "#shop/accounts/change-password.ts";
import { Refusal } from "#shop/refusal.ts";
import { leaveNotice } from "../wc-ajax/refusal-notice.ts";
import { type OpenForm, passwordOf } from "./account-form.ts";

export const resetPasswordForm: OpenForm = {
  name: "reset_password",
  marks: ["wc_reset_password", "password_1"],
  for: "anyone",
  guard: accountForms.reset_password,
  controls: { password: "password_1", passwordAgain: "password_2" },
  kept: [],
  async answer(call) {
    const { db, clock, site, visitors, request, reply } = call;
    const password = passwordOf(call, "password_1");
    if (password !== passwordOf(call, "password_2")) throw new Refusal("account_invalid", { passwordAgain: "differs" });
    const userId = await resetPassword(db, mailTokenOf(request), password, clock.now());
    dropMailToken(reply, routes.lostPassword(), site.isHttps(request));
    // His session here has ended with the others: what he is told waits in another.
    const session = await visitors.find(request, reply);
    if (session?.user?.id === userId) await visitors.signOut(request, reply, "here");
    await visitors.know(request, reply, userId);
    await leaveNotice(call, { kind: "success", messageKey: "account.reset.done", values: {} });
    return routes.account();
  },
};
