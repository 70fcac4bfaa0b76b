import { useLocale } from "#ui/locale.tsx";
import { addressControl } from "../../fragments/address-controls.ts";
import { AddressField, type AddressForm } from "./address-field.tsx";

function ContactFields({ of }: { of: AddressForm }) {
  const { t } = useLocale();
  return (
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
        hint={t(of.required.includes("email") ? "checkout.emailHintDownload" : "checkout.emailHint")}
      />
    </div>
  );
}

/** Who the order is for and, for a bill, how to reach them. */
export function WhoFields({ of, title }: { of: AddressForm; title: string }) {
  const { t } = useLocale();
  return (
    <section className="group">
      <h2>{title}</h2>
      <div className="row">
        <AddressField of={of} field="firstName" label={t("checkout.firstName")} autoComplete="given-name" />
        <AddressField of={of} field="lastName" label={t("checkout.lastName")} autoComplete="family-name" />
      </div>
      <input type="hidden" name={addressControl(of.part, "company")} value={of.address.company ?? ""} />
      {of.part === "billing" && <ContactFields of={of} />}
    </section>
  );
}
