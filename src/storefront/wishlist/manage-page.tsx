import { routes } from "#routes";
import { maxNameLength } from "#shop/wishlist/wishlist.rules.ts";
import type { WishlistSummary } from "#shop/wishlist/wishlist.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { Day } from "#ui/day.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { formId } from "./fragments/wishlist-table.tsx";
import { PrivacySelect } from "./fragments/wishlist-title.tsx";
import { nameOf } from "./fragments/wishlist-view.ts";

interface ManagePageProps {
  lists: readonly WishlistSummary[];
  /** For the action yith_wcwl_manage_action. */
  manageNonce: string;
  /** For the action yith_wcwl_delete_action. */
  deleteNonce: string;
}

function ListName({ list, name }: { list: WishlistSummary; name: string }) {
  const { t } = useLocale();
  return (
    <>
      <div className="wishlist-title wishlist-title-with-form">
        <a className="wishlist-anchor name" href={list.isDefault ? routes.wishlist() : routes.wishlistView(list.token)}>
          {name}
        </a>
        <button type="button" className="show-title-form x needs-scripts" aria-label={t("wishlist.renameOf", { name })}>
          <Icon name="pen" isSmall />
        </button>
      </div>
      <div className="hidden-title-form">
        <input
          className="input"
          type="text"
          name={`wishlist_options[${list.id}][wishlist_name]`}
          defaultValue={name}
          maxLength={maxNameLength}
          aria-label={t("wishlist.nameOf", { name })}
          autoComplete="off"
        />
        <div className="edit-title-buttons needs-scripts">
          <button type="button" className="hide-title-form x" aria-label={t("wishlist.cancel")}>
            <Icon name="x" isSmall />
          </button>
          <button type="button" className="save-title-form x" aria-label={t("wishlist.saveName")}>
            <Icon name="check" isSmall />
          </button>
        </div>
      </div>
    </>
  );
}

function ListRow({ list, deleteNonce }: { list: WishlistSummary; deleteNonce: string }) {
  const { t } = useLocale();
  const name = nameOf(list, t);
  return (
    <tr data-wishlist-id={list.id}>
      <td className="wishlist-name">
        <ListName list={list} name={name} />
      </td>
      <td className="wishlist-privacy">
        <PrivacySelect
          name={`wishlist_options[${list.id}][wishlist_privacy]`}
          privacy={list.privacy}
          label={t("wishlist.privacyOf", { name })}
        />
      </td>
      <td className="wishlist-item-count">{t("wishlist.items", { count: list.items.length })}</td>
      <td className="wishlist-dateadded">
        <Day date={list.createdAt} />
      </td>
      <td className="wishlist-delete-cell">
        <a
          className="wishlist-download x"
          href={routes.wishlistPrint(list.token)}
          aria-label={t("wishlist.printOf", { name })}
        >
          <Icon name="copy" isSmall />
        </a>
        <a
          className="wishlist-delete x"
          href={routes.deleteWishlist(list.id, deleteNonce)}
          rel="nofollow"
          data-confirm={t("wishlist.deleteConfirm")}
          aria-label={t("wishlist.deleteOf", { name })}
        >
          <Icon name="trash" />
        </a>
      </td>
    </tr>
  );
}

function Lists({ lists, manageNonce, deleteNonce }: ManagePageProps) {
  const { t } = useLocale();
  return (
    <form id={formId} className="wishlist-manage" action={routes.manageWishlists()} method="post">
      <table className="shop_table cart wishlist_table wishlist_manage_table responsive wl">
        <caption className="vh">{t("wishlist.manageLists")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("wishlist.column.name")}</th>
            <th scope="col">{t("wishlist.privacy")}</th>
            <th scope="col">{t("wishlist.column.count")}</th>
            <th scope="col">{t("wishlist.column.created")}</th>
            <th scope="col">
              <span className="vh">{t("wishlist.column.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lists.map((list) => (
            <ListRow key={list.id} list={list} deleteNonce={deleteNonce} />
          ))}
        </tbody>
      </table>
      <input type="hidden" id="yith_wcwl_manage" name="yith_wcwl_manage" value={manageNonce} />
      <input type="hidden" name="_wp_http_referer" value={routes.manageWishlists()} />
      <p className="wl-foot">
        <Button type="submit" look="line" isSmall className="submit-wishlist-changes">
          {t("wishlist.save")}
        </Button>
      </p>
    </form>
  );
}

/** Renders all lists of the visitor with their names, privacy and sizes. */
export function ManagePage(props: ManagePageProps) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce wishlist-page">
      <Breadcrumb
        crumbs={[
          { label: t("wishlist.home"), href: routes.home() },
          { label: t("wishlist.title"), href: routes.wishlist() },
          { label: t("wishlist.manageTitle") },
        ]}
      />
      <div className="wl-head">
        <h1>{t("wishlist.manageTitle")}</h1>
        <div className="wl-tools">
          <Button href={routes.createWishlist()} isSmall>
            {t("wishlist.create")}
          </Button>
          <Button href={routes.searchWishlists()} look="line" isSmall>
            {t("wishlist.search")}
          </Button>
        </div>
      </div>
      {props.lists.length > 0 ? (
        <shop-wishlist>
          <Lists {...props} />
        </shop-wishlist>
      ) : (
        <EmptyState title={t("wishlist.noLists")}>
          <p className="muted">{t("wishlist.emptyText")}</p>
        </EmptyState>
      )}
    </div>
  );
}
