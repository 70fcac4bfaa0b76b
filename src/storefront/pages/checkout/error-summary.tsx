import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { controlId } from "./address-field.tsx";
import type { CheckoutError } from "./billing-fields.tsx";

/** Everything that was refused, on top, each a link to its field where there is one. */
export function ErrorSummary({ errors }: { errors: readonly CheckoutError[] }) {
  const { t } = useLocale();
  if (errors.length === 0) return null;
  return (
    <div className="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout">
      <div className="woocommerce-error notice notice--bad" role="alert" tabIndex={-1}>
        <Icon name="alert" />
        <div>
          <b>{t("checkout.errors")}</b>
          <ul>
            {errors.map(({ field, message }) => (
              <li key={message} data-id={field ? controlId(field) : undefined}>
                {field ? <a href={`#${controlId(field)}`}>{message}</a> : message}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}
