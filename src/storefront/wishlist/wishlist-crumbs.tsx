import { routes } from "#routes";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Renders the breadcrumb of a page below the wishlist. @param label the page's own name */
export function WishlistCrumbs({ label }: { label: string }) {
  const { t } = useLocale();
  const crumbs = [
    { label: t("wishlist.home"), href: routes.home() },
    { label: t("wishlist.title"), href: routes.wishlist() },
    { label },
  ];
  return <Breadcrumb crumbs={crumbs} />;
}
