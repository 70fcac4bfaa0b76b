// Answers the forms of passkeys. The browser's answer is in passkey_id, passkey_client_data, passkey_authenticator_data, and
// passkey_signature or passkey_public_key, each in base64url; that of a passkey that confirms a new one in passkey_confirm_*.
import { isOpenChallenge } from "#http/guards/challenges.ts";
import { accountForms } from "#http/guards/nonce-actions.ts";
import { localPathOf } from "#http/local-path.ts";
import { routes } from "#routes";
import { signInWithPasskey } from "#shop/accounts/passkeys/passkey-sign-in.ts";
import { addPasskey, removePasskey } from "#shop/accounts/passkeys/passkeys.ts";
import { challengeIn, type PasskeyAnswer, passkeySite } from "#shop/accounts/passkeys/webauthn.ts";
import { hasSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { browserName } from "#shop/accounts/sessions/browser-name.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { cut, hasField, idOf, textOf } from "../../wc-ajax/fields.ts";
import { type OpenForm, type Owner, passwordOf, startSession, trimmed, type UserForm } from "./account-form.ts";

/** The sign-in with a passkey instead of a password, or instead of a code after it. */
export const passkeySignInForm: OpenForm = {
  name: "passkey_sign_in",
  marks: ["passkey_sign_in"],
  for: "anyone",
  guard: accountForms.passkey_sign_in,
  controls: {},
  refilled: [],
  async answer(call) {
    const { db, clock, signatures, visit, fields } = call;
    const site = passkeySite(visit.siteUrl);
    const answer = answerOf(call, "");
    if (!site || !isOpenChallenge(signatures, "passkey sign-in", challengeIn(answer.clientData), clock.now()))
      throw new Refusal("passkey_wrong");
    const given = { credentialId: bytesOf(call, "id"), answer, site, address: visit.request.ip };
    const proven = await signInWithPasskey(db, given, clock.now());
    visit.cookies.clearMailToken(routes.signInCode());
    await startSession(call, proven, { isRemembered: hasField(fields, "rememberme"), device: visit.cookies.device });
    return localPathOf(trimmed(call, "redirect"), visit.siteUrl) ?? routes.account();
  },
};

export const addPasskeyForm: UserForm = {
  name: "add_passkey",
  marks: ["add_passkey"],
  for: "user",
  guard: accountForms.add_passkey,
  controls: { code: "passkey_code", passwordCurrent: "passkey_password" },
  refilled: ["passkey_name"],
  async answer(call, owner) {
    const { clock, signatures, visit } = call;
    const site = passkeySite(visit.siteUrl);
    const made = {
      clientData: bytesOf(call, "client_data"),
      authenticatorData: bytesOf(call, "authenticator_data"),
      publicKey: bytesOf(call, "public_key"),
    };
    const purpose = `new passkey of ${owner.user.id}` as const;
    if (!site || !isOpenChallenge(signatures, purpose, challengeIn(made.clientData), clock.now()))
      throw new Refusal("token_invalid");
    const isConfirmed = hasField(call.fields, "passkey_confirm_id");
    const confirmation = isConfirmed
      ? { credentialId: bytesOf(call, "confirm_id"), answer: answerOf(call, "confirm_") }
      : undefined;
    const proof = await proofOf(call, owner, { prefix: "passkey", isConfirmed });
    const name = cut(trimmed(call, "passkey_name") || nameOfBrowser(call), 60);
    visit.recoveryCodes = await addPasskey(call, { ...proof, name, made, site, confirmation }, clock.now());
    await visit.addNotice({ kind: "success", messageKey: "account.passkeys.added", values: { name } });
    return visit.recoveryCodes.length > 0 ? undefined : routes.passkeys();
  },
};

/** The passkey's id is in the field passkey_id. */
export const removePasskeyForm: UserForm = {
  name: "remove_passkey",
  marks: ["remove_passkey"],
  for: "user",
  guard: accountForms.remove_passkey,
  controls: { passkey: "passkey_id", code: "remove_code", passwordCurrent: "remove_password" },
  refilled: ["passkey_id"],
  async answer(call, owner) {
    const passkeyId = idOf(call.fields, "passkey_id");
    if (passkeyId === undefined) throw new Refusal("account_invalid", { passkey: "required" });
    const proof = await proofOf(call, owner, { prefix: "remove" });
    await removePasskey(call, { ...proof, passkeyId }, call.clock.now());
    await call.visit.addNotice({ kind: "success", messageKey: "account.passkeys.removed", values: {} });
    return routes.passkeys();
  },
};

async function proofOf(
  call: Call,
  { user }: Owner,
  { prefix, isConfirmed = false }: { prefix: "passkey" | "remove"; isConfirmed?: boolean },
) {
  const needsCode = !isConfirmed && (await hasSecondFactor(call.db, user.id));
  const [code, password] = [trimmed(call, `${prefix}_code`), passwordOf(call, `${prefix}_password`)];
  const missing = {
    ...(needsCode && code === "" && { code: "required" }),
    ...(password === "" && { passwordCurrent: "required" }),
  };
  if (Object.keys(missing).length > 0) throw new Refusal("account_invalid", missing);
  return { userId: user.id, password, code, address: call.visit.request.ip };
}

function answerOf(call: Call, prefix: "" | "confirm_"): PasskeyAnswer {
  return {
    clientData: bytesOf(call, `${prefix}client_data`),
    authenticatorData: bytesOf(call, `${prefix}authenticator_data`),
    signature: bytesOf(call, `${prefix}signature`),
  };
}

function bytesOf({ fields }: Pick<Call, "fields">, name: string): Buffer {
  return Buffer.from(textOf(fields, `passkey_${name}`), "base64url");
}

function nameOfBrowser({ visit }: Call): string {
  const { browser, system } = browserName(visit.request.headers["user-agent"] ?? "");
  return [browser, system].filter((part) => part !== "").join(", ") || "Passkey";
}
