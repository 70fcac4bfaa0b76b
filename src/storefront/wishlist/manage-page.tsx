import type { RefusedForm } from "#http/visit/refused-form.ts";
import { routes } from "#routes";
import type { WishlistSummary } from "#shop/wishlist/wishlist.ts";
import { formatDay } from "#ui/day.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { type Locale, useLocale } from "#ui/locale.tsx";
import { Island } from "../rendering/island.tsx";
import type { ManagedList } from "./client/manage/managed-lists.ts";
import { nameOf } from "./fragments/wishlist-view.ts";
import { manageWishlists } from "./manage-wishlists.island.tsx";
import { WishlistCrumbs } from "./wishlist-crumbs.tsx";

interface ManagePageProps {
  lists: readonly WishlistSummary[];
  /** For the action yith_wcwl_manage_action. */
  manageNonce: string;
  /** For the action yith_wcwl_create_action. */
  createNonce: string;
  /** For the action yith_wcwl_delete_action. */
  deleteNonce: string;
  /** The form that this request sent, if it was refused. */
  refused: RefusedForm | undefined;
}

/** Renders all lists of the visitor with their names, privacy and sizes. */
export function ManagePage({ lists, manageNonce, createNonce, deleteNonce, refused }: ManagePageProps) {
  const locale = useLocale();
  const { t } = locale;
  return (
    <div className="wrap woocommerce wishlist-page">
      <WishlistCrumbs label={t("wishlist.manageTitle")} />
      <ErrorSummary errors={refused?.errors ?? []} />
      <Island
        island={manageWishlists}
        props={{
          lists: lists.map((list) => {
            const typedName = refused?.typed[`wishlist_options[${list.id}][wishlist_name]`];
            return { ...managedList(list, deleteNonce, locale), ...(typedName !== undefined && { typedName }) };
          }),
          manageHref: routes.manageWishlists(),
          createHref: routes.createWishlist(),
          searchHref: routes.searchWishlists(),
          manageNonce,
          createNonce,
        }}
      />
    </div>
  );
}

/** Returns a list as JSON, with its texts in the page's language and time zone. */
function managedList(list: WishlistSummary, deleteNonce: string, { t, lang, timeZone }: Locale): ManagedList {
  const { id, token, privacy, createdAt, items, isDefault } = list;
  return {
    id,
    name: nameOf(list, t),
    privacy,
    itemCount: items.length,
    createdAt: createdAt.toISOString(),
    createdOn: formatDay(createdAt, lang, timeZone),
    href: isDefault ? routes.wishlist() : routes.wishlistView(token),
    printHref: routes.wishlistPrint(token),
    deleteHref: routes.deleteWishlist(id, deleteNonce),
  };
}
