import { type Amount, formatMoney } from "#platform/money.ts";
import type { DeliveryPromise } from "#shop/delivery/delivery-promise.rules.ts";
import type { PaymentPromise } from "#shop/payments/payment.ts";
import { formatDeliveryTime } from "#ui/delivery-time.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { deliveryCost } from "../cart/fragments/delivery-text.tsx";

interface ReassuranceProps {
  delivery: DeliveryPromise;
  /** `charge`: displayed fee of the payment method; 0 for none. */
  payments: readonly (PaymentPromise & { charge: Amount })[];
}

/** Renders the promises about payment, delivery time and delivery cost. */
export function Reassurance({ delivery, payments }: ReassuranceProps) {
  const locale = useLocale();
  const { t, currency } = locale;
  const promises = [
    ...payments.map(({ icon, title, text, fee, charge }) => {
      const feeText = charge > 0 ? ` ${t(fee, { amount: formatMoney(charge, currency) })}` : "";
      return { icon, title: t(title), text: t(text) + feeText };
    }),
    { icon: "clock" as const, title: formatDeliveryTime(delivery, locale), text: t("product.assure.daysText") },
    { icon: "truck" as const, ...deliveryCost(delivery, locale) },
  ];
  return (
    <ul className="assure assure--page" role="list" aria-label={t("product.assure")}>
      {promises.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} />
          <p>
            <b>{title}</b>
            <span>{text}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
