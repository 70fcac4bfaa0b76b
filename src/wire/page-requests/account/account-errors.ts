import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { FormError } from "#http/visit/refused-form.ts";
import { catalogues, type MessageKey, type Translate } from "#messages/catalogue.ts";
import { minPasswordLength } from "#shop/accounts/profile/account-fields.rules.ts";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import type { CheckoutFault } from "#shop/orders/checkout/checkout.rules.ts";
import type { Refusal } from "#shop/refusal.ts";
import { visibleControl } from "#storefront/address/fragments/address-controls.ts";
import { addressErrorText } from "#storefront/checkout/fragments/field-error-text.ts";
import { countryOf, faultsOf } from "../../wc-ajax/checkout/checkout-fields.ts";
import type { Fields } from "../../wc-ajax/fields.ts";

/** Control ids of one form by field name, in page order. */
export type Controls = Readonly<Record<string, string>>;

/** The submitted fields, with the settings and zones that decide how they are labelled. */
type SentForm = Pick<StoreFacts, "settings" | "zones"> & { fields: Fields };

/** Returns the error messages of a refused account form, each with its control's id or null. */
export function accountErrors(refusal: Refusal, controls: Controls, t: Translate, sent: SentForm): FormError[] {
  const { code, details } = refusal;
  switch (code) {
    case "account_invalid":
      return inPageOrder(Object.entries(details), controls).map(([field, fault]) =>
        faultError(field, String(fault), controls, t),
      );
    case "checkout_invalid":
      return faultsOf(refusal).map((fault) => addressError(fault, t, sent));
    case "password_invalid":
      return [faultError("password", String(details.fault), controls, t)];
    case "credentials_wrong":
      return [wrongCredentials(controls, t)];
    case "too_many_tries":
      return [
        { controlId: null, message: t(controls.code ? "account.factor.tries" : "account.refused.tries", details) },
      ];
    case "code_wrong":
      return [wrongCode(details, controls, t)];
    case "passkey_wrong":
      return [{ controlId: null, message: t("account.refused.passkey") }];
    case "proof_needed":
      return [{ controlId: null, message: t("account.refused.proof") }];
    case "token_invalid":
      return [{ controlId: null, message: t(controls.code ? "account.refused.old" : "account.refused.link") }];
    case "application_passwords_too_many":
      return [{ controlId: null, message: t("account.programs.tooMany") }];
    case "user_last_administrator":
      return [{ controlId: null, message: t("account.refused.lastAdministrator") }];
    default:
      return [{ controlId: null, message: t("account.refused.other") }];
  }
}

function addressError({ part, field, reason }: CheckoutFault, t: Translate, sent: SentForm): FormError {
  const { fields, settings, zones } = sent;
  const isElsewhere = part === "order" || field === "note" || field === "terms";
  return {
    controlId: isElsewhere ? null : visibleControl(part, field, deliveredCountries(zones, settings)),
    message: addressErrorText({ field, reason }, countryOf(fields, part, settings), t),
  };
}

/** A form may ask for a code of the app and for a recovery code. */
function wrongCode({ kind }: Refusal["details"], controls: Controls, t: Translate): FormError {
  const error = faultError("code", "wrong", controls, t);
  return kind === "recovery" && controls.recoveryCode ? { ...error, controlId: controls.recoveryCode } : error;
}

function wrongCredentials({ passwordCurrent, login }: Controls, t: Translate): FormError {
  if (passwordCurrent) return { controlId: passwordCurrent, message: t("account.refused.current") };
  return { controlId: login ?? null, message: t("account.refused.signIn") };
}

function inPageOrder<Fault>(faults: readonly [string, Fault][], controls: Controls): [string, Fault][] {
  const order = Object.keys(controls);
  return [...faults].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

const isKey = (text: string): text is MessageKey => Object.hasOwn(catalogues.en ?? {}, text);

function faultError(field: string, fault: string, controls: Controls, t: Translate): FormError {
  const keys = [`account.fault.${field}.${fault}`, `account.fault.${fault}`, "account.fault.other"];
  const key = keys.find(isKey) ?? "account.fault.other";
  const label = [`account.${field}`, "account.password"].find(isKey) ?? "account.password";
  return { controlId: controls[field] ?? null, message: t(key, { min: minPasswordLength, field: t(label) }) };
}
