import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";
import { newsletterTextOf } from "./newsletter-text.ts";

interface NewsletterFormProps {
  shopName: string;
  /** Unique on the page. */
  id: string;
  /** As typed before. */
  email?: string;
  error?: string | undefined;
}

/** Renders the form that subscribes to the newsletter. Its text is what the subscriber agrees to. */
export function NewsletterForm({ shopName, id, email = "", error }: NewsletterFormProps) {
  const { t, lang } = useLocale();
  const { hash, body } = newsletterTextOf(t, lang, shopName);
  return (
    <form className="newsletter-form" action={routes.newsletter()} method="post" aria-label={t("newsletter.title")}>
      <Field
        name="email"
        id={id}
        type="email"
        label={t("newsletter.email")}
        value={email}
        error={error}
        hint={body}
        isRequired
        maxLength={254}
        autoComplete="email"
      />
      <input type="hidden" name="text" value={hash} />
      <p className="akismet-fields-container" hidden>
        <label>
          {t("newsletter.doNotFill")}
          <textarea name="ak_hp_textarea" rows={2} cols={40} maxLength={100} />
        </label>
      </p>
      <Button type="submit">{t("newsletter.subscribe")}</Button>
    </form>
  );
}
