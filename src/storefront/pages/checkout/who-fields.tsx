import { useLocale } from "#ui/locale.tsx";
import { AddressField, type BillingProps, controlId } from "./address-field.tsx";

/** Who the order is for and how to reach them. */
export function WhoFields({ of }: { of: BillingProps }) {
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
