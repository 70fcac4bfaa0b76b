import { countryInText } from "#shop/delivery/country-name.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { PhoneLink } from "#ui/phone-link.tsx";

/** A country that no payment method serves. */
export interface UnpayableCountry {
  code: string;
  /** The shop's phone number; "" for none. */
  phone: string;
}

/** Renders the sentence that says so, with the phone number as a link. */
export function NoPayment({ code, phone }: UnpayableCountry) {
  const { t, lang } = useLocale();
  const values = { country: countryInText(code, lang), phone, hasPhone: phone ? "yes" : "no" };
  const text = t("notices.refused.payment_not_taken", values);
  if (!phone) return text;
  const [before, after] = text.split(phone);
  return (
    <>
      {before}
      <PhoneLink phone={phone} />
      {after}
    </>
  );
}

/** Says below a country that no payment method serves it; empty if there is one. A script follows the order review. */
export function CountryPayment({ unpayable }: { unpayable: UnpayableCountry | null }) {
  return <span className="country-payment">{unpayable && <NoPayment {...unpayable} />}</span>;
}
