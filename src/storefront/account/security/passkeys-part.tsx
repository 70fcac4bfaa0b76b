import { createChallenge } from "#http/guards/challenges.ts";
import type { Visit } from "#http/visit/visit.ts";
import { listPasskeys, maxPasskeys } from "#shop/accounts/passkeys/passkeys.ts";
import { passkeySite } from "#shop/accounts/passkeys/webauthn.ts";
import { hasSecondFactor, hasTotp, needsSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { Notice } from "#ui/notice.tsx";
import type { PageServices } from "../../rendering/public-page.ts";
import type { AccountPart, AccountRequest } from "../account-request.ts";
import { guardedForm, userForm } from "../account-view.ts";
import { AddPasskey, type PasskeyRequest, RemovePasskey } from "./passkey-forms.tsx";
import { RecoveryCodes } from "./second-factor-page.tsx";

/** Loads the page on which users add and remove their passkeys. */
export async function passkeysPart(given: AccountRequest): Promise<AccountPart> {
  const { services, visit, user, facts, now, t } = given;
  const [passkeys, needsProof, hasApp, isRequired, add, remove] = await Promise.all([
    listPasskeys(services.db, user.id),
    hasSecondFactor(services.db, user.id),
    hasTotp(services.db, user.id),
    needsSecondFactor(services.db, user.id),
    userForm(given, "add_passkey"),
    userForm(given, "remove_passkey"),
  ]);
  const site = passkeySite(visit.siteUrl);
  const purpose = `new passkey of ${user.id}` as const;
  return {
    current: "edit-account",
    title: t("account.passkeys.title"),
    content: (
      <>
        {visit.recoveryCodes.length > 0 && <RecoveryCodes codes={visit.recoveryCodes} />}
        {isRequired && <Notice kind="info">{t("account.factor.required")}</Notice>}
        <p>{t("account.passkeys.text")}</p>
        {passkeys.length > 0 && <RemovePasskey form={remove} passkeys={passkeys} needsCode={needsProof} />}
        {!site && <Notice kind="info">{t("account.passkeys.noSite")}</Notice>}
        {passkeys.length >= maxPasskeys && <Notice kind="info">{t("account.passkeys.tooMany")}</Notice>}
        {site && passkeys.length < maxPasskeys && (
          <AddPasskey
            form={add}
            request={{ challenge: createChallenge(services.signatures, purpose, now), host: site.host }}
            shopName={facts.settings.shop_name}
            user={user}
            passkeys={passkeys}
            proof={needsProof ? { hasApp } : null}
          />
        )}
      </>
    ),
  };
}

/** Returns what the button that signs in with a passkey needs; undefined if this address has no passkeys. */
export async function passkeySignIn({ signatures }: PageServices, visit: Visit, now: Date) {
  const site = passkeySite(visit.siteUrl);
  if (!site) return undefined;
  const request: PasskeyRequest = { challenge: createChallenge(signatures, "passkey sign-in", now), host: site.host };
  return { form: await guardedForm(visit, "passkey_sign_in"), request };
}
