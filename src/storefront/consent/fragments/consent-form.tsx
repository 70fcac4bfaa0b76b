import { routes } from "#routes";
import { type Consent, consentCategories, nothingAllowed } from "#shop/consent/consent.rules.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { consentTextOf } from "./consent-text.ts";

interface ConsentFormProps {
  /** Ids of the page must be unique, and it may contain the banner too. */
  id: string;
  /** What is allowed now. Default: nothing. */
  allowed?: Consent;
  /** Whether the categories are hidden behind "Choose". */
  isFolded?: boolean;
}

/** Renders the question and its three answers, which look alike. */
export function ConsentForm({ id, allowed = nothingAllowed, isFolded = false }: ConsentFormProps) {
  const { t, lang } = useLocale();
  return (
    <form className="consent-form" action={routes.privacyChoices()} method="post">
      <input type="hidden" name="text" value={consentTextOf(t, lang).hash} />
      <p>{t("consent.question")}</p>
      <fieldset hidden={isFolded}>
        <legend>{t("consent.categories")}</legend>
        <p>{t("consent.necessary")}</p>
        {consentCategories.map((category) => (
          <label key={category} htmlFor={`${id}-${category}`}>
            <input id={`${id}-${category}`} type="checkbox" name={category} defaultChecked={allowed[category]} />
            <span>{t(`consent.${category}`)}</span>
          </label>
        ))}
      </fieldset>
      <div className="consent-acts">
        <Button type="submit" look="line" name="choice" value="accept">
          {t("consent.accept")}
        </Button>
        <Button type="submit" look="line" name="choice" value="refuse">
          {t("consent.refuse")}
        </Button>
        <Button type="submit" look="line" name="choice" value={isFolded ? "choose" : "save"}>
          {t(isFolded ? "consent.choose" : "consent.save")}
        </Button>
      </div>
    </form>
  );
}
