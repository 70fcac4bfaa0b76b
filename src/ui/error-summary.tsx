import { Icon } from "./icon.tsx";
import { useLocale } from "./locale.tsx";

interface ErrorSummaryProps {
  /** `controlId` is null for errors that belong to no control. */
  errors: readonly { controlId: string | null; message: string }[];
  /** Class that third-party scripts look for. */
  className?: string;
}

/** Renders all errors above a form, each linked to its control if it has one. */
export function ErrorSummary({ errors, className = "" }: ErrorSummaryProps) {
  const { t } = useLocale();
  if (errors.length === 0) return null;
  return (
    <div className={`woocommerce-NoticeGroup ${className}`.trim()}>
      <div className="woocommerce-error notice notice--bad" role="alert" tabIndex={-1}>
        <Icon name="alert" />
        <div>
          {errors.some(({ controlId }) => controlId !== null) && <b>{t("checkout.errors")}</b>}
          <ul>
            {errors.map(({ controlId, message }) => (
              <li key={message} data-id={controlId ?? undefined}>
                {controlId ? <a href={`#${controlId}`}>{message}</a> : message}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}
