import { routes } from "#routes";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { useLocale } from "#ui/locale.tsx";
import { WishlistAlerts, type WishlistAlertsProps } from "./fragments/wishlist-alerts.tsx";
import { WishlistDialogs } from "./fragments/wishlist-dialogs.tsx";
import { WishlistForm } from "./fragments/wishlist-form.tsx";
import { nameOf, type WishlistView } from "./fragments/wishlist-view.ts";

interface WishlistPageProps {
  view: WishlistView;
  /** null for visitors of somebody else's list. */
  alerts: WishlistAlertsProps | null;
}

/** Renders a list's page. */
export function WishlistPage({ view, alerts }: WishlistPageProps) {
  const { t } = useLocale();
  const isMain = !view.list || (view.isOwn && view.list.isDefault);
  return (
    <div className="wrap woocommerce wishlist-page">
      <div className="wl-crumbs">
        <Breadcrumb
          crumbs={[
            { label: t("wishlist.home"), href: routes.home() },
            ...(isMain ? [] : [{ label: t("wishlist.title"), href: routes.wishlist() }]),
            { label: isMain ? t("wishlist.title") : nameOf(view.list, t) },
          ]}
        />
        {view.isOwn && view.keepsSeveral && (
          <a className="link" href={routes.manageWishlists()}>
            {t("wishlist.all")}
          </a>
        )}
      </div>
      <h1 className="vh">{t("wishlist.title")}</h1>
      <shop-wishlist data-saved={t("wishlist.saved")}>
        <WishlistForm view={view} />
        <WishlistDialogs view={view} />
      </shop-wishlist>
      {alerts && <WishlistAlerts {...alerts} />}
    </div>
  );
}
