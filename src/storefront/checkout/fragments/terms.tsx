import type { Settings } from "#shop/settings/setting-definitions.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Id and name of the checkbox. */
export const termsControl = "terms";

/** Hidden field that tells the server that the page had the checkbox. */
export const termsField = "terms-field";

export interface TermsProps {
  href: string;
  isAccepted: boolean;
  /** Error text when the terms were not accepted. */
  error?: string | undefined;
}

/** Returns the terms if the shop has a terms page. @param given the state of the checkbox */
export function termsOf({ terms_page: href }: Settings, given: Omit<TermsProps, "href">): TermsProps | null {
  return href === "" ? null : { href, ...given };
}

/** Renders the checkbox that accepts the terms. */
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
