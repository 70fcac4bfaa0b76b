// Answers the button behind the mail's link that confirms a new email address.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { confirmEmailChange } from "#shop/accounts/profile/change-email.ts";
import type { OpenForm } from "./account-form.ts";

export const confirmEmailForm: OpenForm = {
  name: "confirm_email",
  marks: ["confirm_email"],
  for: "anyone",
  guard: accountForms.confirm_email,
  controls: {},
  refilled: [],
  async answer(call) {
    const { db, clock, visit } = call;
    await confirmEmailChange(db, visit.cookies.mailToken, clock.now());
    visit.cookies.clearMailToken(routes.confirmEmail());
    await visit.addNotice({ kind: "success", messageKey: "account.confirmEmail.done", values: {} });
    return routes.account();
  },
};
