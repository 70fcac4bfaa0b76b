// Answers the button behind the mail's link that opens an account. The link alone does nothing: programs follow links, too.
import { dropMailToken, mailTokenOf } from "#http/mail-link.ts";
import { accountForms } from "#http/nonce-actions.ts";
import { routes } from "#routes";
import { confirmRegistration } from "#shop/accounts/register.ts";
import { leaveNotice } from "../wc-ajax/refusal-notice.ts";
import type { OpenForm } from "./account-form.ts";

/** Nobody is signed in by it: whoever registered with another's address does not know who follows the link, nor the reverse. */
export const confirmAccountForm: OpenForm = {
  name: "confirm_account",
  marks: ["confirm_account"],
  for: "anyone",
  guard: accountForms.confirm_account,
  controls: {},
  kept: [],
  async answer(call) {
    const { db, clock, site, request, reply } = call;
    await confirmRegistration(db, mailTokenOf(request), clock.now());
    dropMailToken(reply, routes.confirmAccount(), site.isHttps(request));
    await leaveNotice(call, { kind: "success", messageKey: "account.confirm.done", values: {} });
    return routes.account();
  },
};
