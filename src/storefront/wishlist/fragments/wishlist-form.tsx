import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Notices } from "../../notices/fragments/notices.tsx";
import { formId } from "./form-id.ts";
import { WishlistFoot } from "./wishlist-foot.tsx";
import { WishlistProducts } from "./wishlist-table.tsx";
import { WishlistTitle } from "./wishlist-title.tsx";
import { listHref, nameOf, type WishlistView } from "./wishlist-view.ts";

interface FormProps {
  view: WishlistView;
}

/** Returns the options that scripts read, and send to get the form again. Source: wire notes 1.5. */
function useOptions(view: WishlistView): string {
  const { t } = useLocale();
  const { list, isOwn, hasInteractions } = view;
  return JSON.stringify({
    per_page: view.perPage,
    current_page: view.page,
    pagination: view.isPaginated ? "yes" : "no",
    // Others than the owner get a list by its token alone.
    wishlist_id: list === null ? "" : isOwn ? list.id : list.token,
    action_params: list === null || (isOwn && list.isDefault) ? "" : `view/${list.token}`,
    no_interactions: !hasInteractions,
    layout: view.layout,
    wishlist_token: list?.token ?? "",
    is_default: list?.isDefault ?? true,
    is_custom_list: list !== null && !list.isDefault && isOwn,
    is_private: list?.privacy === "private",
    count: list?.items.length ?? 0,
    page_title: nameOf(list, t),
    is_user_logged_in: view.isSignedIn,
    is_user_owner: isOwn,
    can_user_edit_title: hasInteractions && list !== null,
    show_price: true,
    show_dateadded: true,
    show_stock_status: true,
    show_add_to_cart: true,
    show_remove_product: hasInteractions,
    show_quantity: true,
    show_cb: hasInteractions,
    show_update: hasInteractions,
    move_to_another_wishlist: hasInteractions && view.keepsSeveral,
    available_multi_wishlist: view.keepsSeveral,
    ask_estimate_url: view.hasEstimate,
    share_enabled: view.shareUrl !== null,
    ajax_loading: false,
    form_action: listHref(view),
    item: "wishlist",
  });
}

function Empty({ view }: FormProps) {
  const { t } = useLocale();
  return (
    <EmptyState
      title={t("wishlist.emptyCell")}
      className="wishlist-empty"
      actions={
        <Button href={routes.shop()} className="button">
          {t("wishlist.emptyAction")}
        </Button>
      }
    >
      <p className="muted">{t(view.isOwn ? "wishlist.emptyText" : "wishlist.emptyShared")}</p>
    </EmptyState>
  );
}

/** Renders the hidden fields of the form; its list is named by the token. */
function HiddenFields({ view }: FormProps) {
  const { list, nonces } = view;
  if (!list || !nonces) return null;
  return (
    <>
      <input type="hidden" id="yith_wcwl_edit_wishlist" name="yith_wcwl_edit_wishlist" value={nonces.edit} />
      <input type="hidden" name="_wp_http_referer" value={listHref(view, view.page, view.layout)} />
      <input type="hidden" id="wishlist_id" name="wishlist_id" value={list.token} />
    </>
  );
}

/**
 * Renders a list: title, products, actions and sharing, in the form that scripts replace as a whole. Replaces
 * form#yith-wcwl-form. Source: wire notes 1.7.
 */
export function WishlistForm({ view }: FormProps) {
  return (
    <form
      id={formId}
      className="woocommerce yith-wcwl-form wishlist-fragment"
      action={listHref(view)}
      method="post"
      data-fragment-options={useOptions(view)}
    >
      {view.hasInteractions && (
        <button className="vh" name="update_wishlist" value="1" tabIndex={-1} aria-hidden="true" />
      )}
      {view.notices.length > 0 && <Notices notices={view.notices} />}
      <ErrorSummary errors={view.refusedTitle?.errors ?? []} />
      <WishlistTitle view={view} />
      {view.rows.length === 0 ? <Empty view={view} /> : <WishlistProducts view={view} />}
      <WishlistFoot view={view} />
      <HiddenFields view={view} />
    </form>
  );
}
