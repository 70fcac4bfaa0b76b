import type { RefusedForm } from "#http/visit/refused-form.ts";
import { routes } from "#routes";
import type { AlertState } from "#shop/wishlist/wishlist.ts";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";

export interface WishlistAlertsProps {
  state: AlertState;
  /** Guests type an address, which a mail confirms. */
  isGuest: boolean;
  /** For the action chowk_wishlist_alerts. */
  nonce: string;
  /** The form that this request sent, if it was refused. */
  refused: RefusedForm | undefined;
}

const texts = {
  off: ["wishlistAlerts.offer", "wishlistAlerts.start"],
  waiting: ["wishlistAlerts.waiting", "wishlistAlerts.again"],
  on: ["wishlistAlerts.on", "wishlistAlerts.stop"],
} as const;

/** Renders the form that turns mails about price drops and restocks on or off, for the owner of wishlists. */
export function WishlistAlerts({ state, isGuest, nonce, refused }: WishlistAlertsProps) {
  const { t } = useLocale();
  const [text, button] = texts[state];
  return (
    <form className="wishlist-alerts" action={routes.wishlist()} method="post" aria-label={t("wishlistAlerts.title")}>
      <ErrorSummary errors={refused?.errors ?? []} />
      <p>{t(text)}</p>
      {state !== "on" && isGuest && (
        <Field
          name="email"
          id="wishlist-alerts-email"
          label={t("wishlistAlerts.email")}
          type="email"
          autoComplete="email"
          maxLength={254}
          value={refused?.typed.email ?? ""}
          isRequired
        />
      )}
      <input type="hidden" name="_wpnonce" value={nonce} />
      <Button type="submit" look="line" isSmall name="chowk_wishlist_alerts" value={state === "on" ? "off" : "on"}>
        {t(button)}
      </Button>
    </form>
  );
}
