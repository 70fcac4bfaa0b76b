import type { RefusedForm } from "#http/visit/refused-form.ts";
import { routes } from "#routes";
import { formatGroups, formatOf, isPostcode } from "#shop/delivery/address-formats.rules.ts";
import { namedCountries } from "#shop/delivery/country-name.rules.ts";
import type { Destination } from "#shop/delivery/destination.ts";
import { maxLengths } from "#shop/orders/checkout/checkout.rules.ts";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Field } from "#ui/field.tsx";
import { Fold, foldClass } from "#ui/fold.tsx";
import { useLocale } from "#ui/locale.tsx";
import { CountrySelect, StateControl } from "../../address/fragments/place-controls.tsx";
import { postcodeLabel, stateLabel } from "../../address/fragments/place-labels.ts";

/** Id of the form; the shipping methods next to it are submitted with it. */
export const calculatorId = "shipping-calculator";

/** Name of the form, under which a refused one is kept for its page. */
export const calculatorForm = "calc_shipping";

interface ShippingCalculatorProps {
  destination: Destination;
  /** Countries with delivery, the store's own first. */
  countries: readonly string[];
  /** For the action woocommerce-shipping-calculator. */
  nonce: string;
  isOpen: boolean;
  /** The form that this request sent, if it was refused. */
  refused: RefusedForm | undefined;
}

interface CountryChoiceProps extends Pick<ShippingCalculatorProps, "destination" | "countries"> {
  error: string | undefined;
}

function CountryChoice({ destination: { country }, countries, error }: CountryChoiceProps) {
  const { t, lang } = useLocale();
  const name = "calc_shipping_country";
  if (countries.length === 1)
    return <input type="hidden" className="country_to_state" name={name} id={name} value={countries[0]} />;
  return (
    <>
      <Field name={name} label={t("checkout.country")} kind="select" error={error}>
        {(control) => (
          <CountrySelect
            control={control}
            countries={namedCountries(countries, lang)}
            value={country}
            autoComplete="country"
          />
        )}
      </Field>
      <noscript>
        <Button type="submit" look="line" name="calc_shipping" value="1">
          {t("checkout.countryShow")}
        </Button>
      </noscript>
    </>
  );
}

/** Renders templates of the fields of the other address formats, for the script that swaps them in. */
function Formats({ countries }: Pick<ShippingCalculatorProps, "countries">) {
  return formatGroups(countries).map((codes) => (
    <template key={codes[0]} data-countries={codes.join(" ")}>
      <StateAndPostcode country={codes[0]} state="" city="" postcode="" />
    </template>
  ));
}

/** Returns whether the destination lacks a field that its country requires; then the fields stay open. */
function isHalf({ country, state, postcode }: Destination): boolean {
  const format = formatOf(country);
  return (
    (format.state === "required" && state === "") || (format.postcode === "required" && !isPostcode(country, postcode))
  );
}

/** Renders the fields that differ by country; those that the country lacks are hidden. */
function StateAndPostcode({ country, state, postcode }: Destination) {
  const { t } = useLocale();
  const format = formatOf(country);
  return (
    <>
      <Field name="calc_shipping_state" label={stateLabel(country, t)} isHidden={format.state === "hidden"}>
        {(control) => (
          <StateControl
            control={control}
            country={country}
            value={state}
            autoComplete="address-level1"
            maxLength={maxLengths.state}
          />
        )}
      </Field>
      <Field
        name="calc_shipping_postcode"
        label={postcodeLabel(country, t)}
        isHidden={format.postcode === "hidden"}
        value={postcode}
        autoComplete="postal-code"
        inputMode={/^\d+$/.test(format.example) ? "numeric" : "text"}
        maxLength={maxLengths.postcode}
      />
    </>
  );
}

/** Returns the destination with what was typed instead, as far as a refused form has it. */
function typedInstead(
  { country, state, city, postcode }: Destination,
  typed: RefusedForm["typed"],
  countries: readonly string[],
) {
  const { calc_shipping_country: typedCountry = "" } = typed;
  return {
    country: countries.includes(typedCountry) ? typedCountry : country,
    state: typed.calc_shipping_state ?? state,
    city: typed.calc_shipping_city ?? city,
    postcode: typed.calc_shipping_postcode ?? postcode,
  };
}

/** Renders the form that asks for the destination before the checkout. */
export function ShippingCalculator(props: ShippingCalculatorProps) {
  const { countries, nonce, isOpen, refused } = props;
  const { t } = useLocale();
  const destination = refused ? typedInstead(props.destination, refused.typed, countries) : props.destination;
  const errors = refused?.errors ?? [];
  const countryError = errors.find(({ controlId }) => controlId !== null)?.message;
  const { city } = destination;
  const part = "shipping-calculator-form";
  const isAbroad = destination.country !== countries[0];
  return (
    <form
      className="woocommerce-shipping-calculator"
      id={calculatorId}
      action={routes.cart()}
      method="post"
      data-failure={t("cart.estimateFailed")}
    >
      <Fold part={part} label={t("cart.estimate")} linkClass="shipping-calculator-button">
        <div
          className={`shipping-calculator-form ${foldClass(isOpen || refused !== undefined || (isAbroad && isHalf(destination)))}`}
          id={part}
        >
          <ErrorSummary errors={errors} />
          <CountryChoice destination={destination} countries={countries} error={countryError} />
          <Field
            name="calc_shipping_city"
            label={t("checkout.city")}
            value={city}
            autoComplete="address-level2"
            maxLength={maxLengths.city}
          />
          <div className="shipping-calculator-place">
            <StateAndPostcode {...destination} />
          </div>
          <Formats countries={countries} />
          <Button type="submit" look="line" id="calc_shipping" name="calc_shipping" value="1">
            {t("cart.estimateUpdate")}
          </Button>
        </div>
      </Fold>
      <input type="hidden" name="calc_shipping" value="1" />
      <input type="hidden" name="woocommerce-shipping-calculator-nonce" value={nonce} />
    </form>
  );
}
