import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

const promises = [
  { icon: "cash", title: "product.assure.cod", text: "product.assure.codText" },
  { icon: "clock", title: "product.assure.days", text: "product.assure.daysText" },
  { icon: "truck", title: "product.assure.shipping", text: "product.assure.shippingText" },
] as const;

/** What reassures: how it is paid, how long it takes, what delivery costs. */
export function Reassurance() {
  const { t } = useLocale();
  return (
    <ul className="assure assure--page" role="list" aria-label={t("product.assure")}>
      {promises.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} />
          <p>
            <b>{t(title)}</b>
            <span>{t(text)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
