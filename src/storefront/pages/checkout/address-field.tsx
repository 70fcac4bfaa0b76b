import type { ComponentProps } from "react";
import { longest } from "#shop/orders/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import { Field } from "#ui/field.tsx";
import { addressControl, addressNames } from "../../fragments/address-controls.ts";

export const addressFields = Object.keys(addressNames) as (keyof Address)[];

/** What the fields of an address need to know. */
export interface AddressForm {
  part: "billing" | "shipping";
  /** What is known or was typed; missing fields are empty. */
  address: Partial<Address>;
  /** The fields that must be filled in. */
  required: readonly (keyof Address)[];
  /** Country codes that are delivered to; one alone is fixed. */
  countries: readonly { code: string; name: string }[];
  /** Why something was refused. */
  errors: readonly { controlId: string | null; message: string }[];
}

type FieldOptions = Omit<ComponentProps<typeof Field>, "name" | "value" | "error" | "isRequired" | "maxLength">;

/** One field of the address with what was typed and what was wrong with it. */
export function AddressField({
  of,
  field,
  autoComplete,
  ...options
}: FieldOptions & { of: AddressForm; field: keyof Address }) {
  const isRequired = of.required.includes(field);
  const name = addressControl(of.part, field);
  return (
    <Field
      {...options}
      {...(autoComplete && { autoComplete: `${of.part} ${autoComplete}` })}
      name={name}
      value={of.address[field] ?? ""}
      isRequired={isRequired}
      showsOptional={!isRequired}
      error={of.errors.find(({ controlId }) => controlId === name)?.message}
      maxLength={longest[field]}
    />
  );
}
