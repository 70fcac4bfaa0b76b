import { useLocale } from "#ui/locale.tsx";
import type { NewsletterForm } from "./shell.ts";

/** One field to subscribe to the newsletter. */
export function Newsletter({ form }: { form: NewsletterForm }) {
  const { t } = useLocale();
  return (
    <div className="wp-block-jetpack-subscriptions__container">
      <form className="line-form" method="post" action={form.action}>
        {Object.entries(form.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input
          type="email"
          name="email"
          required
          placeholder={t("shell.newsletter.placeholder")}
          aria-label={t("shell.newsletter.label")}
          autoComplete="email"
        />
        <button type="submit">{t("shell.newsletter.submit")}</button>
      </form>
      <p className="newsletter-note">{form.note}</p>
    </div>
  );
}
