import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { estimateId } from "./wishlist-dialogs.tsx";
import { WishlistShare } from "./wishlist-share.tsx";
import { listHref, nameOf, type WishlistView } from "./wishlist-view.ts";

interface FootProps {
  view: WishlistView;
}

function BulkActions({ view }: FootProps) {
  const { t } = useLocale();
  const lists = view.keepsSeveral ? view.otherLists : [];
  return (
    <div className="yith_wcwl_wishlist_bulk_action">
      <label className="choice needs-scripts">
        <input type="checkbox" id="bulk_add_to_cart" className="check" />
        {t("wishlist.selectAll")}
      </label>
      <select className="select" name="bulk_actions" id="bulk_actions" aria-label={t("wishlist.bulk")}>
        <option value="add_to_cart">{t("wishlist.bulk.cart")}</option>
        <option value="delete">{t("wishlist.bulk.delete")}</option>
        {lists.map((list) => (
          <option key={list.id} value={list.token}>
            {t("wishlist.bulk.move", { name: nameOf(list, t) })}
          </option>
        ))}
      </select>
      <Button type="submit" look="ink" isSmall name="apply_bulk_actions" value="1">
        {t("wishlist.bulk.apply")}
      </Button>
    </div>
  );
}

/** Renders what can be done with the whole list: bulk actions, all into the cart, an estimate. */
function Actions({ view }: FootProps) {
  const { t } = useLocale();
  return (
    <div className="wl-foot">
      <BulkActions view={view} />
      <Button type="submit" look="line" isSmall name="update_wishlist" value="1" className="update-wishlist">
        {t("wishlist.save")}
      </Button>
      <span className="push" />
      {view.hasEstimate && (
        <Button
          href={`#${estimateId}`}
          look="line"
          isSmall
          className="ask-an-estimate-button"
          data-rel="prettyPhoto[ask_an_estimate]"
        >
          {t("wishlist.estimate")}
        </Button>
      )}
      <Button type="submit" isSmall name="add_all_to_cart" value="1">
        {t("wishlist.addAll")}
      </Button>
    </div>
  );
}

/** Renders what is below the products of a list: pages, actions, sharing. */
export function WishlistFoot({ view }: FootProps) {
  if (view.rows.length === 0) return null;
  return (
    <div className="yith_wcwl_wishlist_footer">
      {view.isPaginated && (
        <div className="wishlist-pagination">
          <Pagination current={view.page} total={view.pageCount} href={(page) => listHref(view, page, view.layout)} />
        </div>
      )}
      {view.hasInteractions && <Actions view={view} />}
      <WishlistShare view={view} />
    </div>
  );
}
