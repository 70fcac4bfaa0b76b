// Answers the button behind the mail's link that proves a new address.
import { dropMailToken, mailTokenOf } from "#http/mail-link.ts";
import { accountForms } from "#http/nonce-actions.ts";
import { routes } from "#routes";
import { confirmEmailChange } from "#shop/accounts/profile/change-email.ts";
import { leaveNotice } from "../../wc-ajax/refusal-notice.ts";
import type { OpenForm } from "./account-form.ts";

export const confirmEmailForm: OpenForm = {
  name: "confirm_email",
  marks: ["confirm_email"],
  for: "anyone",
  guard: accountForms.confirm_email,
  controls: {},
  kept: [],
  async answer(call) {
    const { db, clock, site, request, reply } = call;
    await confirmEmailChange(db, mailTokenOf(request), clock.now());
    dropMailToken(reply, routes.confirmEmail(), site.isHttps(request));
    await leaveNotice(call, { kind: "success", messageKey: "account.confirmEmail.done", values: {} });
    return routes.account();
  },
};
