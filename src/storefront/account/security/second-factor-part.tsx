import { PageNotFound } from "#http/page-not-found.ts";
import { countRecoveryCodes } from "#shop/accounts/second-factor/recovery-codes.ts";
import {
  hasSecondFactor,
  hasTotp,
  needsSecondFactor,
  offeredSecret,
  offerSecret,
} from "#shop/accounts/second-factor/second-factor.ts";
import { otpauthLink } from "#shop/accounts/second-factor/totp.ts";
import type { AccountPart, AccountRequest } from "../account-request.ts";
import { userForm } from "../account-view.ts";
import { RecoveryCodes, RemoveFactor, RenewCodes, SetUpFactor } from "./second-factor-page.tsx";

/** Loads the page of the second factor. @throws PageNotFound for customers */
export async function secondFactorPart(given: AccountRequest): Promise<AccountPart> {
  const { services, user, visit, t } = given;
  const [isOn, hasApp, isRequired] = await Promise.all([
    hasSecondFactor(services.db, user.id),
    hasTotp(services.db, user.id),
    needsSecondFactor(services.db, user.id),
  ]);
  if (user.role === "customer" && !isOn && !isRequired) throw new PageNotFound();
  const codes = visit.recoveryCodes.length > 0 && <RecoveryCodes codes={visit.recoveryCodes} />;
  return {
    current: "edit-account",
    title: t("account.factor.title"),
    content: (
      <>
        {codes}
        {isOn && (await renewal(given))}
        {hasApp ? (
          <RemoveFactor form={await userForm(given, "remove_factor")} />
        ) : (
          await setUp(given, { isRequired, hasPasskey: isOn })
        )}
      </>
    ),
  };
}

async function renewal(given: AccountRequest) {
  const codesLeft = await countRecoveryCodes(given.services.db, given.user.id);
  return <RenewCodes form={await userForm(given, "renew_recovery_codes")} codesLeft={codesLeft} />;
}

async function setUp(given: AccountRequest, { isRequired, hasPasskey }: { isRequired: boolean; hasPasskey: boolean }) {
  const { services, user, facts } = given;
  const form = await userForm(given, "set_up_factor");
  // After a wrong code the app already has the secret.
  const typed = form.refused?.typed.factor_secret ?? "";
  const known = offeredSecret(services.seals, user.id, typed);
  const sealed = known === undefined ? offerSecret(services.seals, user.id) : typed;
  const secret = known ?? offeredSecret(services.seals, user.id, sealed) ?? "";
  const link = otpauthLink(secret, facts.settings.shop_name, user.email);
  return <SetUpFactor {...{ form, secret, sealed, link, isRequired, hasPasskey }} />;
}
