import { formatMoney } from "#platform/money.ts";
import type { Cart } from "#shop/cart/cart.ts";
import type { CartDelivery } from "#shop/cart/totals/deliver-cart.ts";
import { countryName } from "#shop/delivery/country-name.rules.ts";
import type { DeliveryOffer } from "#shop/delivery/delivery.ts";
import { stateName } from "#shop/delivery/states.rules.ts";
import { deliverabilityOf } from "#shop/orders/checkout/fulfilment.ts";
import { Button } from "#ui/button.tsx";
import { formatDeliveryTime } from "#ui/delivery-time.ts";
import { useLocale } from "#ui/locale.tsx";
import { noDeliveryReason } from "./delivery-text.tsx";

/** Wire name of the first parcel's shipping method. There is always one parcel. */
const control = "shipping_method[0]";

interface ChoiceProps {
  offer: DeliveryOffer;
  isChosen: boolean;
  /** Id of the form to submit with, when the controls are outside one. */
  form: string | undefined;
}

function Choice({ offer, isChosen, form }: ChoiceProps) {
  const locale = useLocale();
  const { t, currency } = locale;
  const { id, title, amount, days, arrival } = offer;
  const controlId = `shipping_method_0_${id.replaceAll(":", "-")}`;
  return (
    <li>
      <label className="choice" htmlFor={controlId}>
        <input
          type="radio"
          className="shipping_method"
          name={control}
          id={controlId}
          data-index={0}
          value={id}
          defaultChecked={isChosen}
          form={form}
        />
        <span>
          {title}
          {days && <small className="muted"> {formatDeliveryTime({ days, arrival }, locale)}</small>}
        </span>
        <b>{amount === 0 ? t("cart.shippingFree") : formatMoney(amount, currency)}</b>
      </label>
    </li>
  );
}

function NoDelivery({ cart }: { cart: Cart }) {
  const locale = useLocale();
  if (deliverabilityOf(cart) === "open") return <p className="delivery-nowhere">{locale.t("cart.tellWhere")}</p>;
  return <p className="delivery-nowhere notice notice--bad">{noDeliveryReason(cart, locale)}</p>;
}

function Choices({ cart, delivery, form }: { cart: Cart; delivery: CartDelivery; form: string | undefined }) {
  const { t } = useLocale();
  const { offers, chosen } = delivery;
  const [only, ...others] = offers;
  if (!only) return <NoDelivery cart={cart} />;
  // The totals already name it.
  if (others.length === 0)
    return (
      <input type="hidden" className="shipping_method" name={control} data-index={0} value={only.id} form={form} />
    );
  return (
    <fieldset>
      <legend className="vh">{t("cart.shippingChoose")}</legend>
      <ul id="shipping_method" className="woocommerce-shipping-methods" role="list">
        {offers.map((offer) => (
          <Choice key={offer.id} offer={offer} isChosen={offer.id === chosen?.id} form={form} />
        ))}
      </ul>
      {form && (
        <noscript>
          <Button type="submit" look="line" form={form} name="calc_shipping" value="1">
            {t("cart.shippingChange")}
          </Button>
        </noscript>
      )}
    </fieldset>
  );
}

/** Renders the choice of shipping methods and the destination as far as it is known. */
export function ShippingMethods({ cart, form }: { cart: Cart; form?: string }) {
  const { t, lang } = useLocale();
  const { city, state, country } = cart.destination;
  if (!cart.delivery) return null;
  const isFetched = cart.shipping?.isPickup ?? false;
  const abroad = country === cart.delivery.countries[0] ? "" : countryName(country, lang);
  const place = [city, stateName(country, state), abroad].filter(Boolean).join(", ");
  return (
    <>
      <Choices cart={cart} delivery={cart.delivery} form={form} />
      {place && !isFetched && (
        <p className="woocommerce-shipping-destination muted small">
          {t("cart.shippingTo")} <strong>{place}</strong>
        </p>
      )}
    </>
  );
}
