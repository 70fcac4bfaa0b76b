import type { Translate } from "#messages/catalogue.ts";
import { Icon } from "./icon.tsx";
import { useLocale } from "./locale.tsx";

interface ErrorSummaryProps {
  /** `controlId` is null for errors that belong to no control. */
  errors: readonly { controlId: string | null; message: string; beside?: string }[];
  /** Class that third-party scripts look for. */
  className?: string;
}

/** More fields than any form has. */
const maxCount = 20;

/** Returns the heading of a list of errors for 1, 2, 3... wrong fields as JSON, for the script that counts them. */
export function errorCounts(t: Translate, most = maxCount): string {
  return JSON.stringify(Array.from({ length: most }, (_, index) => t("checkout.errors", { count: index + 1 })));
}

/** Renders all errors above a form, each linked to its control if it has one. Gets the focus when the page opens. */
export function ErrorSummary({ errors, className = "" }: ErrorSummaryProps) {
  const { t } = useLocale();
  if (errors.length === 0) return null;
  const count = errors.filter(({ controlId }) => controlId !== null).length;
  // The heading counts fields, so that other errors have a list of their own.
  const lists = [true, false].map((isField) => errors.filter(({ controlId }) => (controlId !== null) === isField));
  return (
    <div className={`woocommerce-NoticeGroup ${className}`.trim()}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- The page was opened to show these errors, also without scripts. */}
      <div className="woocommerce-error notice notice--bad" role="alert" tabIndex={-1} autoFocus>
        <Icon name="alert" />
        <div>
          {count > 0 && (
            <p className="error-count" data-texts={errorCounts(t, count)}>
              {t("checkout.errors", { count })}
            </p>
          )}
          {lists.map(
            (list, index) =>
              list.length > 0 && (
                <ul key={index} className={index > 0 && count > 0 ? "error-rest" : undefined}>
                  {list.map(({ controlId, message, beside }) => (
                    <li key={message} data-id={controlId ?? undefined} data-beside={beside}>
                      {controlId ? <a href={`#${controlId}`}>{message}</a> : message}
                    </li>
                  ))}
                </ul>
              ),
          )}
        </div>
      </div>
    </div>
  );
}
