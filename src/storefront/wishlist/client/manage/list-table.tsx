import type { MouseEvent } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import type { ManagedList, ManageWishlistsProps } from "./managed-lists.ts";
import { NameCell } from "./name-cell.tsx";
import { PrivacyCell } from "./privacy-cell.tsx";

interface ListEvents {
  onRenamed: (list: ManagedList, name: string) => void;
  onDelete: (list: ManagedList) => void;
}

function ListRow({ list, onRenamed, onDelete }: { list: ManagedList } & ListEvents) {
  const { t } = useLocale();
  const { name } = list;
  const askFirst = (event: MouseEvent) => {
    event.preventDefault();
    onDelete(list);
  };
  return (
    <tr data-wishlist-id={list.id}>
      <NameCell list={list} onRenamed={(changed) => onRenamed(list, changed)} />
      <PrivacyCell list={list} />
      <td className="wishlist-item-count">{t("wishlist.items", { count: list.itemCount })}</td>
      <td className="wishlist-dateadded">
        <time dateTime={list.createdAt}>{list.createdOn}</time>
      </td>
      <td className="wishlist-delete-cell">
        <a className="wishlist-download x" href={list.printHref} aria-label={t("wishlist.printOf", { name })}>
          <Icon name="copy" isSmall />
        </a>
        <a
          className="wishlist-delete x"
          href={list.deleteHref}
          rel="nofollow"
          aria-label={t("wishlist.deleteOf", { name })}
          onClick={askFirst}
        >
          <Icon name="trash" />
        </a>
      </td>
    </tr>
  );
}

/** Renders the form with all lists, which saves names and privacy without scripts. */
export function ListTable({ lists, manageHref, manageNonce, ...events }: ManageWishlistsProps & ListEvents) {
  const { t } = useLocale();
  const { onRenamed, onDelete } = events;
  return (
    <form
      id="yith-wcwl-form"
      className="wishlist-manage"
      action={manageHref}
      method="post"
      onSubmit={(event) => event.preventDefault()}
    >
      <table className="shop_table cart wishlist_table wishlist_manage_table responsive wl">
        <caption className="vh">{t("wishlist.manageLists")}</caption>
        <colgroup>
          <col />
          <col className="col-privacy" />
          <col className="col-count" />
          <col className="col-created" />
          <col className="col-tools" />
        </colgroup>
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
            <ListRow key={list.id} {...{ list, onRenamed, onDelete }} />
          ))}
        </tbody>
      </table>
      <input type="hidden" id="yith_wcwl_manage" name="yith_wcwl_manage" value={manageNonce} />
      <input type="hidden" name="_wp_http_referer" value={manageHref} />
      <p className="wl-foot">
        <Button type="submit" look="line" isSmall className="submit-wishlist-changes">
          {t("wishlist.save")}
        </Button>
      </p>
    </form>
  );
}
