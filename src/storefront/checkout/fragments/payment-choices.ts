import { translator } from "#messages/translate.ts";
import { formatMoney } from "#platform/money.ts";
import type { Cart } from "#shop/cart/cart.ts";
import { feesOf } from "#shop/delivery/store-delivery.rules.ts";
import { canBePaid, deliverabilityOf, fulfilmentOf } from "#shop/orders/checkout/fulfilment.ts";
import { offeredPayments, paymentCountry } from "#shop/payments/payment-methods.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { shownCharge, type TaxedSettings } from "#shop/taxes/tax-terms.rules.ts";
import type { UnpayableCountry } from "../../address/fragments/country-payment.tsx";
import type { PaymentChoice } from "./payment.tsx";

/** Returns the country in which a cart would have to be paid if no payment method serves it; null if it can be paid. */
export function unpayableCountry(
  cart: Cart,
  settings: TaxedSettings & Pick<Settings, "shop_phone">,
): UnpayableCountry | null {
  return canBePaid(cart, settings) ? null : { code: paymentCountry(cart), phone: settings.shop_phone };
}

/** Returns the payment methods available for a cart, each with its fee. */
export function paymentChoices(cart: Cart, settings: TaxedSettings): PaymentChoice[] {
  const t = translator(settings.language);
  const bill = {
    total: formatMoney(cart.total, cart.currency),
    isOpen: deliverabilityOf(cart) !== "sure",
    fulfilment: fulfilmentOf(cart),
  };
  // Without a destination, shows the fee for home delivery.
  const offer = cart.delivery && (cart.shipping ?? { isPickup: false });
  return offeredPayments(settings, paymentCountry(cart)).map((method) => {
    const [fee] = feesOf(method, offer, cart.total, settings);
    const texts = method.describe(bill, settings);
    return {
      id: method.id,
      title: method.title,
      description: texts.map((text) => (typeof text === "string" ? text : t(text.key, text.values))),
      ...(fee && { fee: shownCharge(fee.amount, settings, cart.destination) }),
    };
  });
}
