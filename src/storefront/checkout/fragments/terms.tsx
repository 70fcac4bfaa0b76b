import type { Settings } from "#shop/settings/setting-definitions.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** The id and name of the box. */
export const termsControl = "terms";

/** The field that says that the page had the box. */
export const termsField = "terms-field";

export interface TermsProps {
  href: string;
  isAccepted: boolean;
  /** Why the order was refused for them. */
  error?: string | undefined;
}

/** The shop's terms where it names a page of them. @param given how they stand in the form */
export function termsOf({ terms_page: href }: Settings, given: Omit<TermsProps, "href">): TermsProps | null {
  return href === "" ? null : { href, ...given };
}

/** The box that accepts the terms. */
export function Terms({ href, isAccepted, error }: TermsProps) {
  const { t } = useLocale();
  return (
    <div className="woocommerce-terms-and-conditions-wrapper">
      <div className={`form-row validate-required${error ? " field--bad" : ""}`} id={`${termsControl}_field`}>
        <label className="choice woocommerce-form__label-for-checkbox" htmlFor={termsControl}>
          <input
            type="checkbox"
            className="woocommerce-form__input-checkbox input-checkbox"
            name={termsControl}
            id={termsControl}
            value="1"
            required
            defaultChecked={isAccepted}
            {...(error && { "aria-invalid": true, "aria-describedby": `${termsControl}-error` })}
          />
          <span>
            {t("checkout.terms")}{" "}
            <a href={href} target="_blank" rel="noreferrer">
              {t("checkout.termsLink")}
            </a>
          </span>
        </label>
        {error && (
          <span className="err" id={`${termsControl}-error`}>
            <Icon name="alert" isSmall />
            {error}
          </span>
        )}
        <input type="hidden" name={termsField} value="1" />
      </div>
    </div>
  );
}
