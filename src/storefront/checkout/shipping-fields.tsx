import { useLocale } from "#ui/locale.tsx";
import { PlaceFields } from "../address/fragments/address-fields.tsx";
import type { AddressForm } from "../address/fragments/address-form.ts";
import { FullName } from "../address/fragments/contact-fields.tsx";

interface ShippingFieldsProps {
  of: AddressForm;
  /** Whether the order goes to this address instead of the billing address. */
  isTicked: boolean;
}

/** Renders the separate delivery address. It is shown, without scripts, and validated only when its box is ticked. */
export function ShippingFields({ of, isTicked }: ShippingFieldsProps) {
  const { t } = useLocale();
  return (
    <div className="woocommerce-shipping-fields">
      <div id="ship-to-different-address">
        <label className="choice woocommerce-form__label-for-checkbox" htmlFor="ship-to-different-address-checkbox">
          <input
            type="checkbox"
            id="ship-to-different-address-checkbox"
            className="woocommerce-form__input-checkbox input-checkbox"
            name="ship_to_different_address"
            value="1"
            defaultChecked={isTicked}
          />
          {t("checkout.elsewhere")}
        </label>
      </div>
      <section className="shipping_address group" aria-label={t("checkout.elsewhereTitle")}>
        <FullName of={of} />
        <PlaceFields of={of} mark="woocommerce_checkout_place_order" />
      </section>
    </div>
  );
}
