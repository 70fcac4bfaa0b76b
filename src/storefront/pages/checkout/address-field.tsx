import type { ComponentProps } from "react";
import { longest } from "#shop/orders/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import { Field } from "#ui/field.tsx";

type Part = "billing" | "shipping";

/** Names of the fields behind the part, as the form sends them. */
const names: Readonly<Record<keyof Address, string>> = {
  firstName: "first_name",
  lastName: "last_name",
  company: "company",
  country: "country",
  address1: "address_1",
  address2: "address_2",
  city: "city",
  state: "state",
  postcode: "postcode",
  phone: "phone",
  email: "email",
};

export const addressFields = Object.keys(names) as (keyof Address)[];

/** The id and name of a field's control. */
export const addressControl = (part: Part, field: keyof Address): string => `${part}_${names[field]}`;

/** What the fields of an address need to know. */
export interface AddressForm {
  part: Part;
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
export function AddressField({ of, field, ...options }: FieldOptions & { of: AddressForm; field: keyof Address }) {
  const isRequired = of.required.includes(field);
  const name = addressControl(of.part, field);
  return (
    <Field
      {...options}
      name={name}
      value={of.address[field] ?? ""}
      isRequired={isRequired}
      showsOptional={!isRequired}
      error={of.errors.find(({ controlId }) => controlId === name)?.message}
      maxLength={longest[field]}
    />
  );
}
