import { routes } from "#routes";
import type { AlertState } from "#shop/wishlist/wishlist.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useLocale } from "#ui/locale.tsx";

export interface WishlistAlertsProps {
  state: AlertState;
  /** Guests type an address, which a mail confirms. */
  isGuest: boolean;
  /** For the action chowk_wishlist_alerts. */
  nonce: string;
}

const texts = {
  off: ["wishlistAlerts.offer", "wishlistAlerts.start"],
  waiting: ["wishlistAlerts.waiting", "wishlistAlerts.again"],
  on: ["wishlistAlerts.on", "wishlistAlerts.stop"],
} as const;

/** Renders the form that turns mails about price drops and restocks on or off, for the owner of wishlists. */
export function WishlistAlerts({ state, isGuest, nonce }: WishlistAlertsProps) {
  const { t } = useLocale();
  const [text, button] = texts[state];
  return (
    <form className="wishlist-alerts" action={routes.wishlist()} method="post" aria-label={t("wishlistAlerts.title")}>
      <p>{t(text)}</p>
      {state !== "on" && isGuest && (
        <Field
          name="email"
          id="wishlist-alerts-email"
          label={t("wishlistAlerts.email")}
          type="email"
          autoComplete="email"
          maxLength={254}
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
