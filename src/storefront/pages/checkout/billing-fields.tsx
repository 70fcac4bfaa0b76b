import type { ComponentProps } from "react";
import { type CheckoutField, longest, pakistanStateCodes } from "#shop/orders/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { stateName } from "../../fragments/state-name.ts";
import type { CheckoutPageProps } from "./page.tsx";

/** Why a field was refused, in words that name the field. */
export interface CheckoutError {
  field: CheckoutField;
  message: string;
}

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

type BillingProps = Pick<CheckoutPageProps, "billing" | "note" | "required" | "countries" | "errors">;
type FieldOptions = Omit<ComponentProps<typeof Field>, "name" | "value" | "error" | "isRequired" | "maxLength">;

const errorOf = ({ errors }: BillingProps, field: CheckoutField) =>
  errors.find((error) => error.field === field)?.message;

/** One field of the address with what was typed and what was wrong with it. */
function AddressField({ of, field, ...options }: FieldOptions & { of: BillingProps; field: keyof Address }) {
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

function WhoFields({ of }: { of: BillingProps }) {
  const { t } = useLocale();
  return (
    <section className="group">
      <h2>{t("checkout.who")}</h2>
      <div className="row">
        <AddressField of={of} field="firstName" label={t("checkout.firstName")} autoComplete="given-name" />
        <AddressField of={of} field="lastName" label={t("checkout.lastName")} autoComplete="family-name" />
      </div>
      <input type="hidden" name={controlId("company")} value={of.billing.company ?? ""} />
      <div className="row">
        <AddressField
          of={of}
          field="phone"
          label={t("checkout.phone")}
          type="tel"
          autoComplete="tel"
          rowClass="validate-phone"
          hint={t("checkout.phoneHint")}
        />
        <AddressField
          of={of}
          field="email"
          label={t("checkout.email")}
          type="email"
          autoComplete="email"
          rowClass="validate-email"
          hint={t("checkout.emailHint")}
        />
      </div>
    </section>
  );
}

/** One country alone is a line of text; several are a choice. */
function CountryField({ of }: { of: BillingProps }) {
  const { t } = useLocale();
  const [only, ...others] = of.countries;
  if (only && others.length === 0) {
    return (
      <p className="form-row address-field update_totals_on_change muted" id="billing_country_field">
        {t("checkout.deliveryIn")} <strong>{only.name}</strong>.
        <input
          type="hidden"
          id="billing_country"
          className="country_to_state"
          name="billing_country"
          value={only.code}
        />
      </p>
    );
  }
  return (
    <AddressField
      of={of}
      field="country"
      label={t("checkout.country")}
      kind="select"
      autoComplete="country"
      rowClass="address-field update_totals_on_change"
      options={of.countries.map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}

function StateField({ of }: { of: BillingProps }) {
  const { t } = useLocale();
  const states = pakistanStateCodes.map((code) => ({ value: code, label: stateName(code, t) }));
  return (
    <AddressField
      of={of}
      field="state"
      label={t("checkout.state")}
      kind="select"
      autoComplete="address-level1"
      rowClass="address-field validate-state"
      options={[{ value: "", label: t("checkout.stateChoose") }, ...states]}
    />
  );
}

function NoteField({ of }: { of: BillingProps }) {
  const { t } = useLocale();
  const error = errorOf(of, "note");
  return (
    <details className="note-fold" open={of.note !== "" || error !== undefined}>
      <summary className="link">{t("checkout.noteOpen")}</summary>
      <Field
        name={controlId("note")}
        label={t("checkout.note")}
        kind="textarea"
        value={of.note}
        error={error}
        maxLength={longest.note}
        rowClass="notes"
      />
    </details>
  );
}

function WhereFields({ of }: { of: BillingProps }) {
  const { t } = useLocale();
  const row = "address-field";
  return (
    <section className="group">
      <h2>{t("checkout.where")}</h2>
      <CountryField of={of} />
      <AddressField
        of={of}
        field="address1"
        label={t("checkout.address1")}
        autoComplete="address-line1"
        rowClass={row}
      />
      <AddressField
        of={of}
        field="address2"
        label={t("checkout.address2")}
        autoComplete="address-line2"
        rowClass={row}
      />
      <div className="row row--3">
        <AddressField of={of} field="city" label={t("checkout.city")} autoComplete="address-level2" rowClass={row} />
        <StateField of={of} />
        <AddressField
          of={of}
          field="postcode"
          label={t("checkout.postcode")}
          autoComplete="postal-code"
          inputMode="numeric"
          rowClass={`${row} validate-postcode`}
        />
      </div>
      <NoteField of={of} />
    </section>
  );
}

/** Who the order is for and where it goes. */
export function BillingFields(of: BillingProps) {
  return (
    <div className="woocommerce-billing-fields checkout-groups">
      <WhoFields of={of} />
      <WhereFields of={of} />
    </div>
  );
}
