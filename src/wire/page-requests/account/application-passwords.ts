// Answers the forms of application passwords.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import {
  makeOwnApplicationPassword,
  maxNameOfPassword,
} from "#shop/accounts/application-passwords/application-passwords.ts";
import { revokeApplicationPassword } from "#shop/accounts/application-passwords/revoke-application-passwords.ts";
import { hasSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { onBehalfOf } from "#shop/audit/on-behalf-of.ts";
import { Refusal } from "#shop/refusal.ts";
import { cut, lineOf } from "../../wc-ajax/fields.ts";
import { passwordOf, trimmed, type UserForm } from "./account-form.ts";

/** The page that answers shows the password. */
export const makeApplicationPasswordForm: UserForm = {
  name: "make_application_password",
  marks: ["make_application_password"],
  for: "user",
  guard: accountForms.make_application_password,
  controls: { programName: "program_name", code: "program_code", passwordCurrent: "program_password" },
  refilled: ["program_name"],
  async answer(call, { user }) {
    const { visit, fields, clock } = call;
    const name = cut(lineOf(fields, "program_name"), maxNameOfPassword);
    const [code, password] = [trimmed(call, "program_code"), passwordOf(call, "program_password")];
    const needsCode = await hasSecondFactor(call.db, user.id);
    const missing = {
      ...(name === "" && { programName: "required" }),
      ...(needsCode && code === "" && { code: "required" }),
      ...(password === "" && { passwordCurrent: "required" }),
    };
    if (Object.keys(missing).length > 0) throw new Refusal("account_invalid", missing);
    const proof = { userId: user.id, password, code, address: visit.request.ip };
    visit.applicationPassword = await makeOwnApplicationPassword(call, { ...proof, name, appId: "" }, clock.now());
    return undefined;
  },
};

/** The password's id is in the field program_id. */
export const revokeApplicationPasswordForm: UserForm = {
  name: "revoke_application_password",
  marks: ["revoke_application_password"],
  for: "user",
  guard: accountForms.revoke_application_password,
  controls: { program: "program_id" },
  refilled: [],
  async answer(call, { user }) {
    const uuid = trimmed(call, "program_id");
    if (uuid === "") throw new Refusal("account_invalid", { program: "required" });
    const actor = { userId: user.id, passwordUuid: null, address: call.visit.request.ip };
    await onBehalfOf(actor, () => revokeApplicationPassword(call.db, user.id, uuid));
    await call.visit.addNotice({ kind: "success", messageKey: "account.programs.revoked", values: {} });
    return routes.applicationPasswords();
  },
};
