import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";

/**
 * Renders the page that ends marketing mails, before and after its button is pressed. Only the button changes something, because
 * mail scanners open links. @param action where the button posts to; null once the mails are ended
 */
export function StopPage({ action }: { action: string | null }) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{t("marketing.stopTitle")}</h1>
      {action === null ? (
        <>
          <p role="status">{t("marketing.stopped")}</p>
          <p>
            <Button href={routes.home()}>{t("marketing.toHome")}</Button>
          </p>
        </>
      ) : (
        <>
          <p>{t("marketing.stopOffer")}</p>
          <form action={action} method="post">
            <Button type="submit">{t("marketing.stop")}</Button>
          </form>
        </>
      )}
    </div>
  );
}
