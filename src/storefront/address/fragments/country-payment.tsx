import { countryName } from "#shop/delivery/country-name.rules.ts";
import { useLocale } from "#ui/locale.tsx";

/**
 * Says below a country that no payment method serves it; empty if there is one. A script follows the order review.
 * @param unpayable the country without a payment method
 */
export function CountryPayment({ unpayable }: { unpayable: string | null }) {
  const { t, lang } = useLocale();
  return (
    <span className="country-payment">
      {unpayable !== null && t("notices.refused.payment_not_taken", { country: countryName(unpayable, lang) })}
    </span>
  );
}
