import { routes } from "#routes";
import { formatPhone } from "#shop/accounts/profile/format-phone.ts";
import type { Address } from "#shop/orders/order.ts";
import type { AddressKind } from "#shop/orders/user-addresses.ts";
import { useLocale } from "#ui/locale.tsx";
import { AddressFields } from "../address/fragments/address-fields.tsx";
import type { AddressForm } from "../address/fragments/address-form.ts";
import { ContactFields } from "../address/fragments/contact-fields.tsx";
import { placeLines } from "../address/fragments/place-labels.ts";
import { CountryFormats } from "../address/fragments/state-fields.tsx";
import { AccountForm, type GuardedForm } from "./account-form.tsx";

type Addresses = Partial<Record<AddressKind, Address>>;

function SavedAddress({ address, storeCountry }: { address: Address; storeCountry: string }) {
  const { lang } = useLocale();
  const { firstName, lastName, address1, address2, phone } = address;
  const lines = [
    `${firstName} ${lastName}`.trim(),
    address1,
    address2,
    ...placeLines(address, { storeCountry, lang }),
    formatPhone(phone),
  ].filter(Boolean);
  return (
    <address>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

/** Renders the addresses that prefill the checkout. */
export function AddressesPage({ addresses, storeCountry }: { addresses: Addresses; storeCountry: string }) {
  const { t } = useLocale();
  return (
    <>
      <p className="muted">{t("account.addresses.text")}</p>
      <div className="woocommerce-Addresses addresses">
        {(["billing", "shipping"] as const).map((kind) => {
          const address = addresses[kind];
          return (
            <section key={kind} className="woocommerce-Address group">
              <h2>{t(`account.address.${kind}`)}</h2>
              {address ? (
                <SavedAddress address={address} storeCountry={storeCountry} />
              ) : (
                <p className="muted">{t("account.address.none")}</p>
              )}
              <p>
                <a className="link edit" href={routes.editAddress(kind)}>
                  {t(address ? "account.address.edit" : "account.address.add")}
                  <span className="vh">: {t(`account.address.${kind}`)}</span>
                </a>
              </p>
            </section>
          );
        })}
      </div>
    </>
  );
}

/** Renders the form for one address, with the same fields as the checkout. */
export function EditAddressPage({ form, address }: { form: GuardedForm; address: AddressForm }) {
  const { t } = useLocale();
  const content = (
    <AccountForm
      form={form}
      action={routes.editAddress(address.part)}
      mark="save_address"
      button={t("account.address.save")}
      className="woocommerce-address-fields"
      hidden={{ action: "edit_address" }}
    >
      <ContactFields of={address} title={t("checkout.who")} />
      <AddressFields of={address} mark="save_address" hasSecondLine title={t("checkout.where")} />
      <CountryFormats of={address} />
    </AccountForm>
  );
  // With a single country the fields never change.
  return address.countries.length > 1 ? <shop-address>{content}</shop-address> : content;
}
