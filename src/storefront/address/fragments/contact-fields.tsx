import type { ReactNode } from "react";
import { wholeName } from "#shop/accounts/profile/user-name.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { addressControl } from "./address-controls.ts";
import { AddressField } from "./address-field.tsx";
import type { AddressForm } from "./address-form.ts";

function PhoneField({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  return (
    <AddressField
      of={of}
      field="phone"
      label={t("checkout.phone")}
      type="tel"
      autoComplete="tel"
      rowClass="validate-phone"
      hint={t("checkout.phoneHint")}
    />
  );
}

function EmailField({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  return (
    <AddressField
      of={of}
      field="email"
      label={t("checkout.email")}
      type="email"
      autoComplete="email"
      rowClass="validate-email"
      hint={t(of.required.includes("email") ? "checkout.emailHintDownload" : "checkout.emailHint")}
    />
  );
}

/** Renders address fields as hidden inputs. */
function HiddenFields({ of, fields }: { of: AddressForm; fields: readonly ("lastName" | "company")[] }) {
  return fields.map((field) => {
    const name = addressControl(of.part, field);
    return <input key={name} type="hidden" name={name} value={field === "company" ? (of.address.company ?? "") : ""} />;
  });
}

/** Renders the full name as one field. It is sent as the first name; the last name may stay empty. */
export function FullName({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  const { firstName = "", lastName = "" } = of.address;
  const whole = { ...of, address: { ...of.address, firstName: wholeName({ firstName, lastName }) } };
  return (
    <>
      <AddressField of={whole} field="firstName" label={t("checkout.fullName")} autoComplete="name" />
      <HiddenFields of={of} fields={["lastName", "company"]} />
    </>
  );
}

/** Renders the checkbox that requests an account, which an email link then opens. */
function AccountField({ isTicked }: { isTicked: boolean }) {
  const { t } = useLocale();
  return (
    <div className="woocommerce-account-fields">
      <label className="choice create-account" htmlFor="createaccount">
        <input
          type="checkbox"
          id="createaccount"
          className="woocommerce-form__input-checkbox input-checkbox"
          name="createaccount"
          value="1"
          defaultChecked={isTicked}
          aria-describedby="createaccount-hint"
        />
        <span>
          {t("checkout.account")}{" "}
          <small className="muted" id="createaccount-hint">
            {t("checkout.accountHint")}
          </small>
        </span>
      </label>
    </div>
  );
}

interface BuyerFieldsProps {
  of: AddressForm;
  title: string;
  /** Whether an account is requested; null when the buyer has one. */
  asksAccount: boolean | null;
  /** Shown below the email address. */
  children?: ReactNode;
}

/** Renders the buyer's contact fields, as few as an order needs. */
export function BuyerFields({ of, title, asksAccount, children }: BuyerFieldsProps) {
  return (
    <section className="group">
      <h2>{title}</h2>
      <div className="row">
        <FullName of={of} />
        <PhoneField of={of} />
      </div>
      <EmailField of={of} />
      {children}
      {asksAccount !== null && <AccountField isTicked={asksAccount} />}
    </section>
  );
}

/** Renders the recipient's name and, for a billing address, the contact fields. */
export function ContactFields({ of, title }: { of: AddressForm; title: string }) {
  const { t } = useLocale();
  return (
    <section className="group">
      <h2>{title}</h2>
      <div className="row">
        <AddressField of={of} field="firstName" label={t("checkout.firstName")} autoComplete="given-name" />
        <AddressField of={of} field="lastName" label={t("checkout.lastName")} autoComplete="family-name" />
      </div>
      <HiddenFields of={of} fields={["company"]} />
      {of.part === "billing" && (
        <div className="row">
          <PhoneField of={of} />
          <EmailField of={of} />
        </div>
      )}
    </section>
  );
}
