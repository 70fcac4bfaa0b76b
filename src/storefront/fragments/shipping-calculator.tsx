import { routes } from "#routes";
import { formatOf } from "#shop/delivery/address-formats.rules.ts";
import { namedCountries } from "#shop/delivery/country-name.rules.ts";
import type { Destination } from "#shop/delivery/destination.ts";
import { longest } from "#shop/orders/checkout.rules.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { postcodeLabel, stateLabel, stateOptions } from "./place-words.ts";

/** The form's id: the ways of delivery beside it go along with it. */
export const calculatorId = "shipping-calculator";

interface ShippingCalculatorProps {
  destination: Destination;
  /** Those that are delivered to. */
  countries: readonly string[];
  /** Of the action woocommerce-shipping-calculator. */
  nonce: string;
  isOpen: boolean;
}

function CountryChoice({
  destination: { country },
  countries,
}: Pick<ShippingCalculatorProps, "destination" | "countries">) {
  const { t, lang } = useLocale();
  const name = "calc_shipping_country";
  if (countries.length === 1) return <input type="hidden" name={name} id={name} value={countries[0]} />;
  const options = namedCountries(countries, lang).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <Field
      name={name}
      label={t("checkout.country")}
      kind="select"
      value={country}
      options={options}
      autoComplete="country"
    />
  );
}

/** The fields of the country that the cart goes to; another one's come with its estimate. */
function StateAndPostcode({ country, state, postcode }: Destination) {
  const { t } = useLocale();
  const format = formatOf(country);
  const options = stateOptions(country, t);
  return (
    <>
      {format.state !== "hidden" && (
        <Field
          name="calc_shipping_state"
          label={stateLabel(country, t)}
          {...(options && { kind: "select", options })}
          value={state}
          autoComplete="address-level1"
        />
      )}
      {format.postcode !== "hidden" && (
        <Field
          name="calc_shipping_postcode"
          label={postcodeLabel(country, t)}
          value={postcode}
          autoComplete="postal-code"
          inputMode={/^\d+$/.test(format.example) ? "numeric" : "text"}
          maxLength={longest.postcode}
        />
      )}
    </>
  );
}

/** Asks where the cart goes, before anybody fills in an address. */
export function ShippingCalculator({ destination, countries, nonce, isOpen }: ShippingCalculatorProps) {
  const { t } = useLocale();
  const { city } = destination;
  return (
    <form
      className="woocommerce-shipping-calculator"
      id={calculatorId}
      action={routes.cart()}
      method="post"
      data-failure={t("cart.estimateFailed")}
    >
      <details open={isOpen}>
        <summary className="shipping-calculator-button link">{t("cart.estimate")}</summary>
        <div className="shipping-calculator-form">
          <CountryChoice destination={destination} countries={countries} />
          <Field
            name="calc_shipping_city"
            label={t("checkout.city")}
            value={city}
            autoComplete="address-level2"
            maxLength={longest.city}
          />
          <StateAndPostcode {...destination} />
          <Button type="submit" look="line" id="calc_shipping" name="calc_shipping" value="1">
            {t("cart.estimateUpdate")}
          </Button>
        </div>
      </details>
      <input type="hidden" name="calc_shipping" value="1" />
      <input type="hidden" name="woocommerce-shipping-calculator-nonce" value={nonce} />
    </form>
  );
}
