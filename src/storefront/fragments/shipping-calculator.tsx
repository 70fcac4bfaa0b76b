import { routes } from "#routes";
import type { Destination } from "#shop/delivery/destination.ts";
import { pakistanStateCodes } from "#shop/delivery/regions.rules.ts";
import { longest } from "#shop/orders/checkout.rules.ts";
import { stateName } from "#shop/orders/state-name.rules.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";

/** The form's id: the ways of delivery beside it go along with it. */
export const calculatorId = "shipping-calculator";

interface ShippingCalculatorProps {
  destination: Destination;
  /** Of the action woocommerce-shipping-calculator. */
  nonce: string;
  isOpen: boolean;
}

/** Asks where the cart goes, before anybody fills in an address. */
export function ShippingCalculator({ destination, nonce, isOpen }: ShippingCalculatorProps) {
  const { t } = useLocale();
  const { country, state, city, postcode } = destination;
  const states = pakistanStateCodes.map((code) => ({ value: code, label: stateName(code, t) }));
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
          <input type="hidden" name="calc_shipping_country" id="calc_shipping_country" value={country} />
          <Field
            name="calc_shipping_city"
            label={t("checkout.city")}
            value={city}
            autoComplete="address-level2"
            maxLength={longest.city}
          />
          <Field
            name="calc_shipping_state"
            label={t("checkout.state")}
            kind="select"
            value={state}
            autoComplete="address-level1"
            options={[{ value: "", label: t("checkout.stateChoose") }, ...states]}
          />
          <Field
            name="calc_shipping_postcode"
            label={t("checkout.postcode")}
            value={postcode}
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={longest.postcode}
          />
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
