import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";

/** The action of a mailed link, before and after its button is pressed; `bad`: the link no longer works. */
export type AlertsPageState = "confirm" | "confirmed" | "stop" | "stopped" | "bad";

const texts = {
  confirm: "wishlistAlerts.offer",
  confirmed: "wishlistAlerts.confirmed",
  stop: "wishlistAlerts.stopText",
  stopped: "wishlistAlerts.stopped",
  bad: "wishlistAlerts.badLink",
} as const;

/**
 * Renders the page of a mailed link about wishlist mails. Only the button changes something, because mail scanners open
 * links. @param action the address that the button posts to
 */
export function AlertsPage({ state, action }: { state: AlertsPageState; action: string }) {
  const { t } = useLocale();
  const isConfirmation = state === "confirm" || state === "confirmed";
  return (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{t(isConfirmation ? "wishlistAlerts.confirmTitle" : "wishlistAlerts.stopTitle")}</h1>
      <p role="status">{t(texts[state])}</p>
      {state === "confirm" || state === "stop" ? (
        <form action={action} method="post">
          <Button type="submit">{t(isConfirmation ? "wishlistAlerts.confirm" : "wishlistAlerts.stop")}</Button>
        </form>
      ) : (
        <p>
          <Button href={routes.wishlist()}>{t("wishlistAlerts.toWishlist")}</Button>
        </p>
      )}
    </div>
  );
}
