// Answers the forms of the second factor: the sign-in's code (code or recovery_code, redirect, rememberme), and those of the
// account, with password_current and a code.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { localPathOf } from "#http/local-path.ts";
import { routes } from "#routes";
import {
  type FactorProof,
  removeSecondFactor,
  replaceRecoveryCodes,
  setUpSecondFactor,
} from "#shop/accounts/second-factor/second-factor.ts";
import { finishCodeStep } from "#shop/accounts/second-factor/sign-in-step.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { hasField, textOf } from "../../wc-ajax/fields.ts";
import { type OpenForm, type Owner, passwordOf, startSession, trimmed, type UserForm } from "./account-form.ts";

export const signInCodeForm: OpenForm = {
  name: "sign_in_code",
  marks: ["sign_in_code"],
  for: "anyone",
  guard: accountForms.sign_in_code,
  controls: { code: "code" },
  refilled: [],
  async answer(call) {
    const { clock, visit, fields } = call;
    const code = trimmed(call, "code") || trimmed(call, "recovery_code");
    if (code === "") throw new Refusal("account_invalid", { code: "required" });
    const given = { token: visit.cookies.mailToken, code, address: visit.request.ip };
    const proven = await finishCodeStep(call, given, clock.now());
    visit.cookies.clearMailToken(routes.signInCode());
    await startSession(call, proven, {
      isRemembered: hasField(fields, "rememberme"),
      device: visit.cookies.device,
    });
    return localPathOf(trimmed(call, "redirect"), visit.siteUrl) ?? routes.account();
  },
};

export const setUpFactorForm: UserForm = {
  name: "set_up_factor",
  marks: ["set_up_factor", "factor_secret"],
  for: "user",
  guard: accountForms.set_up_factor,
  controls: { code: "code", recoveryCode: "recovery_code", passwordCurrent: "password_current" },
  refilled: ["factor_secret"],
  async answer(call, owner) {
    const given = {
      recoveryCode: trimmed(call, "recovery_code"),
      ...proofOfFactor(call, owner, { code: "code", passwordCurrent: "password_current" }),
      sessionId: owner.session.id,
      offered: textOf(call.fields, "factor_secret").slice(0, 500),
    };
    call.visit.recoveryCodes = await setUpSecondFactor(call, given, call.clock.now());
    return undefined;
  },
};

export const renewRecoveryCodesForm: UserForm = {
  name: "renew_recovery_codes",
  marks: ["renew_recovery_codes"],
  for: "user",
  guard: accountForms.renew_recovery_codes,
  controls: { code: "renew_code", passwordCurrent: "renew_password" },
  refilled: [],
  async answer(call, owner) {
    const proof = proofOfFactor(call, owner, { code: "renew_code", passwordCurrent: "renew_password" });
    call.visit.recoveryCodes = await replaceRecoveryCodes(call, proof, call.clock.now());
    return undefined;
  },
};

export const removeFactorForm: UserForm = {
  name: "remove_factor",
  marks: ["remove_factor"],
  for: "user",
  guard: accountForms.remove_factor,
  controls: { code: "remove_code", passwordCurrent: "remove_password" },
  refilled: [],
  async answer(call, owner) {
    const proof = proofOfFactor(call, owner, { code: "remove_code", passwordCurrent: "remove_password" });
    await removeSecondFactor(call, proof, call.clock.now());
    await call.visit.addNotice({ kind: "success", messageKey: "account.factor.removed", values: {} });
    return routes.secondFactor();
  },
};

/** Forms that a member of staff can send before the required second factor is set up. */
export const formsWithoutFactor: readonly string[] = [setUpFactorForm.name, "add_passkey", "sign_out_everywhere"];

function proofOfFactor(call: Call, { user }: Owner, names: { code: string; passwordCurrent: string }): FactorProof {
  const [code, password] = [trimmed(call, names.code), passwordOf(call, names.passwordCurrent)];
  const missing = { ...(code === "" && { code: "required" }), ...(password === "" && { passwordCurrent: "required" }) };
  if (Object.keys(missing).length > 0) throw new Refusal("account_invalid", missing);
  return { userId: user.id, password, code, address: call.visit.request.ip };
}
