import { type Amount, formatMoney } from "#platform/money.ts";
import type { DeliveryPromise } from "#shop/delivery/delivery-promise.rules.ts";
import { daysInWords } from "#ui/days-in-words.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { deliveryCost } from "../cart/fragments/delivery-cost.ts";

/** What reassures: how it is paid, how long it takes, what delivery costs. */
export function Reassurance({ delivery, cashFee }: { delivery: DeliveryPromise; cashFee: Amount | null }) {
  const locale = useLocale();
  const { t, currency } = locale;
  const feeWords = cashFee ? ` ${t("product.assure.codFee", { amount: formatMoney(cashFee, currency) })}` : "";
  const promises = [
    ...(cashFee === null
      ? []
      : [{ icon: "cash" as const, title: t("product.assure.cod"), text: t("product.assure.codText") + feeWords }]),
    { icon: "clock" as const, title: daysInWords(delivery.days, t), text: t("product.assure.daysText") },
    { icon: "truck" as const, ...deliveryCost(delivery, locale) },
  ];
  return (
    <ul className="assure assure--page" role="list" aria-label={t("product.assure")}>
      {promises.map(({ icon, title, text }) => (
        <li key={icon}>
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
