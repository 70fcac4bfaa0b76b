import { siteCalls } from "#http/guards/nonce-actions.ts";
import type { Translate } from "#messages/catalogue.ts";
import { routes } from "#routes";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { keepsSeveral } from "#shop/wishlist/wishlist.rules.ts";

/** The calls by the key under which scripts look up their action. */
const actions = {
  add_to_wishlist_action: "add_to_wishlist",
  remove_from_wishlist_action: "remove_from_wishlist",
  reload_wishlist_and_adding_elem_action: "reload_wishlist_and_adding_elem",
  load_mobile_action: "load_mobile",
  delete_item_action: "delete_item",
  save_title_action: "save_title",
  save_privacy_action: "save_privacy",
  load_fragments: "load_fragments",
  update_item_quantity: "update_item_quantity",
  move_to_another_wishlist_action: "move_to_another_wishlist",
  sort_wishlist_items: "sort_wishlist_items",
  ask_an_estimate: "ask_an_estimate",
  remove_from_all_wishlists: "remove_from_all_wishlists",
} as const;

interface WishlistContext {
  settings: Settings;
  t: Translate;
  siteUrl: string;
  isSignedIn: boolean;
  nonce: (action: string) => string;
}

/**
 * Returns the wishlist script's object `yith_wcwl_l10n`. Every action and nonce is in it, because the script would otherwise
 * post without an action. Source: wire notes 1.1.
 */
export function wishlistParameters({ settings, t, siteUrl, isSignedIn, nonce }: WishlistContext) {
  const text = (flag: boolean) => (flag ? "1" : "");
  return {
    ajax_url: routes.siteCall(),
    redirect_to_cart: "no",
    yith_wcwl_button_position: "shortcode",
    // With "1", the original script sends nothing for a button that is not inside its own popup, which no page has.
    multi_wishlist: "",
    // The shop's own client needs these two.
    has_several: text(keepsSeveral(settings.wishlist_multiple, isSignedIn)),
    after_add: settings.wishlist_after_add,
    modal_enable: "yes",
    hide_add_button: "1",
    enable_ajax_loading: "1",
    // The script covers what it works on with this picture; the shop's styles draw their own sign.
    ajax_loader_url: "",
    remove_from_wishlist_after_add_to_cart: text(settings.wishlist_remove_after_cart === "yes"),
    is_wishlist_responsive: "1",
    time_to_close_prettyphoto: "3000",
    fragments_index_glue: ".",
    reload_on_found_variation: "1",
    mobile_media_query: "768",
    redirect_after_ask_estimate: "",
    ask_estimate_redirect_url: `${siteUrl}${routes.home()}`,
    enable_drag_n_drop: "1",
    enable_tooltip: "",
    enable_notices: "1",
    auto_close_popup: "1",
    popup_timeout: "3000",
    disable_popup_grid_view: "",
    labels: {
      cookie_disabled: t("notices.wishlist.cookies"),
      // The shop's own client needs these two.
      not_saved: t("wishlist.notSaved"),
      offline: t("wishlist.offline"),
      added_to_cart_message: `<div class="woocommerce-notices-wrapper"><div class="woocommerce-message" role="alert">${t("notices.wishlist.toCart")}</div></div>`,
    },
    actions,
    nonce: Object.fromEntries(
      Object.values(actions).map((action) => [`${action}_nonce`, nonce(siteCalls[action]?.action ?? action)]),
    ),
  };
}
