import type { ComponentProps, ReactNode } from "react";
import type { Translate } from "#messages/catalogue.ts";
import { suggestedDomain } from "#shop/accounts/profile/email-typo.rules.ts";
import { type FaultReason, maxLengths, requiredFields } from "#shop/orders/checkout/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import { type ControlTexts, Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { addressErrorText } from "../../checkout/fragments/field-error-text.ts";
import { addressControl, addressNames } from "./address-controls.ts";
import type { AddressForm } from "./address-form.ts";

export const addressFields = Object.keys(addressNames) as (keyof Address)[];

type FieldOptions = Omit<ComponentProps<typeof Field>, "name" | "value" | "error" | "isRequired" | "maxLength">;

/** Renders one address field with its value and error. */
export function AddressField({
  of,
  field,
  autoComplete,
  hint,
  ...options
}: FieldOptions & { of: AddressForm; field: keyof Address }) {
  const { t } = useLocale();
  const isRequired = of.required.includes(field);
  const name = addressControl(of.part, field);
  const error = of.errors.find(({ controlId }) => controlId === name);
  const value = of.address[field] ?? "";
  const domain = field === "email" && of.errors.length > 0 ? suggestedDomain(value) : undefined;
  return (
    <Field
      {...options}
      hint={domain ? <WithSuggestion domain={domain}>{hint}</WithSuggestion> : hint}
      {...(autoComplete && { autoComplete: `${of.part} ${autoComplete}` })}
      name={name}
      value={value}
      isRequired={isRequired}
      showsOptional={!isRequired}
      error={error?.beside ?? error?.message}
      maxLength={maxLengths[field]}
      texts={controlTexts(field, of.country, isRequired, t)}
    />
  );
}

/** Adds the domain that was probably meant to a hint. With scripts it is suggested while typing. */
function WithSuggestion({ domain, children }: { domain: string; children: ReactNode }) {
  const { t } = useLocale();
  return (
    <>
      <noscript>{`${t("shell.emailSuggestion", { domain })} `}</noscript>
      {children}
    </>
  );
}

const checkedFields: ReadonlySet<keyof Address> = new Set(["email", "phone", "postcode"]);

function controlTexts(field: keyof Address, country: string, isRequired: boolean, t: Translate): ControlTexts {
  const text = (reason: FaultReason) => addressErrorText({ field, reason }, country, t);
  return {
    ...(isRequired && { required: text("required") }),
    ...(checkedFields.has(field) && { invalid: text("invalid") }),
    ...(field === "email" && { suggestion: t("shell.emailSuggestion", { domain: "%s" }) }),
  };
}

/** Returns the CSS class of an address row, which marks the fields that the country requires. */
export function placeRow({ country }: AddressForm, field: keyof Address, more = ""): string {
  const isCouriers = requiredFields("courier", country).includes(field);
  return ["address-field", isCouriers && "for-courier", more].filter(Boolean).join(" ");
}
