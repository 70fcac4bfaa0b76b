// Answers the registration form: email. Name and password are entered behind the mail's link.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { register } from "#shop/accounts/register.ts";
import { reportedOrigin } from "../../wc-ajax/checkout/order-attribution.ts";
import { type OpenForm, proofOf, trimmed } from "./account-form.ts";

/** The answer does not reveal whether the address already has an account; only the mail does. */
export const registerForm: OpenForm = {
  name: "register",
  marks: ["register", "email"],
  for: "anyone",
  guard: accountForms.register,
  controls: { email: "reg_email" },
  refilled: ["email"],
  async answer(call) {
    const { db, clock, visit } = call;
    const email = trimmed(call, "email");
    const origin = (await reportedOrigin(call)) ?? null;
    await register(db, { email, address: visit.request.ip, proof: proofOf(call), origin }, clock.now());
    await visit.addNotice({ kind: "success", messageKey: "account.mailSent", values: { email } });
    return routes.account();
  },
};
