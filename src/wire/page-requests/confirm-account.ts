// Answers the form behind the mail's link that opens an account: password, the one that was chosen at registration. The link
// alone does nothing: programs follow links, too.
import { dropMailToken, mailTokenOf } from "#http/mail-link.ts";
import { accountForms } from "#http/nonce-actions.ts";
import { routes } from "#routes";
import { confirmRegistration } from "#shop/accounts/register.ts";
import { Refusal } from "#shop/refusal.ts";
import { leaveNotice } from "../wc-ajax/refusal-notice.ts";
import { type OpenForm, passwordOf } from "./account-form.ts";

/**
 * Who has not registered himself does not know the password, so nobody's address opens an account with the password of
 * another. Nobody is signed in by it either.
 */
export const confirmAccountForm: OpenForm = {
  name: "confirm_account",
  marks: ["confirm_account"],
  for: "anyone",
  guard: accountForms.confirm_account,
  controls: { passwordChosen: "password" },
  kept: [],
  async answer(call) {
    const { db, clock, site, request, reply } = call;
    const password = passwordOf(call, "password");
    if (password === "") throw new Refusal("account_invalid", { passwordChosen: "required" });
    await confirmRegistration(db, mailTokenOf(request), password, clock.now());
    dropMailToken(reply, routes.confirmAccount(), site.isHttps(request));
    await leaveNotice(call, { kind: "success", messageKey: "account.confirm.done", values: {} });
    return routes.account();
  },
};
