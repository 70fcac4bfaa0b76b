import type { ComponentProps } from "react";
import { type CheckoutField, longest } from "#shop/orders/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import { Field } from "#ui/field.tsx";
import type { CheckoutPageProps } from "./page.tsx";

/** Names of the fields as the form sends them. */
const controlIds: Readonly<Record<CheckoutField, string>> = {
  firstName: "billing_first_name",
  lastName: "billing_last_name",
  company: "billing_company",
  country: "billing_country",
  address1: "billing_address_1",
  address2: "billing_address_2",
  city: "billing_city",
  state: "billing_state",
  postcode: "billing_postcode",
  phone: "billing_phone",
  email: "billing_email",
  note: "order_comments",
};

/** The id and name of a field's control. */
export const controlId = (field: CheckoutField): string => controlIds[field];

/** What the fields of the checkout need to know. */
export type BillingProps = Pick<CheckoutPageProps, "billing" | "note" | "required" | "countries" | "errors">;
type FieldOptions = Omit<ComponentProps<typeof Field>, "name" | "value" | "error" | "isRequired" | "maxLength">;

/** Why a field was refused, if it was. */
export const errorOf = ({ errors }: BillingProps, field: CheckoutField) =>
  errors.find((error) => error.field === field)?.message;

/** One field of the address with what was typed and what was wrong with it. */
export function AddressField({ of, field, ...options }: FieldOptions & { of: BillingProps; field: keyof Address }) {
  const isRequired = of.required.includes(field);
  return (
    <Field
      {...options}
      name={controlId(field)}
      value={of.billing[field] ?? ""}
      isRequired={isRequired}
      showsOptional={!isRequired}
      error={errorOf(of, field)}
      maxLength={longest[field]}
    />
  );
}
