/** The parts of jQuery that the wishlist's script uses. */
interface WishlistQuery {
  (whenReady: () => void): void;
  (target: EventTarget | string): WishlistSet;
  ajax(call: { url: string; type: "POST"; data: object; dataType?: "json" }): {
    done(then: (answer: Answer) => void): void;
    abort(): void;
  };
}
interface WishlistSet {
  length: number;
  data(name: string): unknown;
  filter(selector: string): WishlistSet;
  find(selector: string): WishlistSet;
  replaceWith(other: WishlistSet): void;
  on(names: string, selector: string, handler: (this: HTMLElement, event: Event & { key?: string }) => void): void;
  trigger(name: string, parameters?: unknown[]): void;
}
interface Answer {
  result?: string | boolean;
  message?: string;
  fragments?: Record<string, string>;
}
interface WishlistWindow {
  jQuery: WishlistQuery;
  yith_wcwl_l10n: {
    ajax_url: string;
    fragments_index_glue: string;
    mobile_media_query: string;
    enable_ajax_loading: string;
    multi_wishlist: string;
    modal_enable: string;
    actions: Record<string, string>;
    nonce: Record<string, string>;
  };
}

/**
 * Runs in the page and does what the notes say of jquery.yith-wcwl.js: hearts, the rows and the title of a list, privacy,
 * fragments. The events of jQuery UI's sortable and the popup plugin are left to the test. Source: wire notes 1.5 and 1.6.
 */
export function wishlistScript(): void {
  const page = window as never as WishlistWindow;
  const { jQuery } = page;

  const send = (action: string, data: object, dataType?: "json") => {
    const { ajax_url: url, actions, nonce } = page.yith_wcwl_l10n;
    const name = actions[action];
    const call = { action: name, nonce: nonce[`${name}_nonce`], context: "frontend", ...data };
    return jQuery.ajax({ url, type: "POST", data: call, ...(dataType && { dataType }) });
  };
  const glue = () => page.yith_wcwl_l10n.fragments_index_glue;
  /** Returns the options of the page's fragments by key; null for none. */
  const fragmentsOf = (isWanted: (element: HTMLElement) => boolean) => {
    const found: Record<string, unknown> = {};
    for (const element of document.querySelectorAll<HTMLElement>(".wishlist-fragment")) {
      if (!isWanted(element)) continue;
      const parts = (element.getAttribute("class") ?? "").split(" ").filter((part) => part && part !== "exists");
      found[parts.join(glue())] = jQuery(element).data("fragment-options");
    }
    return Object.keys(found).length > 0 ? found : null;
  };
  const all = () => fragmentsOf(() => true);
  const of = (productId: string) =>
    fragmentsOf(({ dataset: { fragmentRef } }) => fragmentRef === undefined || fragmentRef === productId);
  const replace = (fragments: Record<string, string> = {}) => {
    for (const [key, html] of Object.entries(fragments)) {
      const parts = key.split(glue()).filter((part) => part && part !== "exists" && part !== "with-count");
      const selector = `.${parts.join(".")}`;
      const old = jQuery(selector);
      const outer = jQuery(html).filter(selector);
      const fresh = outer.length > 0 ? outer : jQuery(html).find(selector);
      if (old.length > 0 && fresh.length > 0) old.replaceWith(fresh);
    }
    jQuery(document).trigger("yith_wcwl_init_after_ajax");
  };
  const say = (message = "") => {
    const box = document.querySelector("#yith-wcwl-message");
    if (box) box.innerHTML = message;
  };
  const tableOf = (element: HTMLElement) => element.closest<HTMLElement>(".cart.wishlist_table");
  const rowOf = (element: HTMLElement) => element.closest<HTMLElement>("[data-row-id]");
  const listToken = () => document.querySelector<HTMLInputElement>("#wishlist_id")?.value;

  const saveTitle = (form: HTMLElement) => {
    const title = form.querySelector<HTMLInputElement>("input[name=wishlist_name]")?.value ?? "";
    if (title === "") return form.classList.add("woocommerce-invalid");
    send("save_title_action", { wishlist_id: listToken(), title, fragments: all() }, "json").done(
      ({ result, fragments }) => {
        if (!result) return form.classList.add("woocommerce-invalid");
        replace(fragments);
      },
    );
  };

  jQuery(() => {
    const anywhere = jQuery(document);
    const body = jQuery(document.body);
    document.body.insertAdjacentHTML(
      "afterbegin",
      '<div id="yith-wcwl-popup-message"><div id="yith-wcwl-message"></div></div>',
    );
    anywhere.on("yith_wcwl_init", "body", () => undefined);

    anywhere.on("click", ".add_to_wishlist", function (event) {
      event.preventDefault();
      const { productId = "", productType, wishlistId } = this.dataset;
      body.trigger("adding_to_wishlist");
      // Reads the chosen list from the popup around the button. Without a popup, a new list without a name is refused.
      const { multi_wishlist: isMulti, modal_enable: hasPopup } = page.yith_wcwl_l10n;
      if (isMulti && hasPopup) return;
      const data = {
        add_to_wishlist: productId,
        product_type: productType,
        wishlist_id: wishlistId,
        fragments: of(productId),
      };
      send("add_to_wishlist_action", data, "json").done(({ result, message, fragments }) => {
        say(message);
        if (result === "true" || result === "exists") replace(fragments);
        for (const wrap of document.querySelectorAll(`.add-to-wishlist-${productId}`)) wrap.classList.add("exists");
        body.trigger("added_to_wishlist");
      });
    });
    anywhere.on("click", ".wishlist_table .remove_from_wishlist", function (event) {
      event.preventDefault();
      const { id, token } = tableOf(this)?.dataset ?? {};
      const rowId = rowOf(this)?.dataset.rowId;
      const data = { remove_from_wishlist: rowId, wishlist_id: id, wishlist_token: token, fragments: all() };
      send("remove_from_wishlist_action", data).done(({ fragments }) => {
        replace(fragments);
        body.trigger("removed_from_wishlist");
      });
    });
    anywhere.on("click", ".delete_item", function (event) {
      event.preventDefault();
      const { itemId, productId = "" } = this.dataset;
      send("delete_item_action", { item_id: itemId, fragments: of(productId) }, "json").done(({ fragments }) => {
        replace(fragments);
        body.trigger("removed_from_wishlist");
      });
    });
    anywhere.on("click", ".show-title-form", function (event) {
      event.preventDefault();
      const form = this.closest(".wishlist-title")?.nextElementSibling as HTMLElement | null;
      if (form) form.style.display = "block";
    });
    anywhere.on("click", ".save-title-form", function (event) {
      event.preventDefault();
      const form = this.closest<HTMLElement>(".hidden-title-form");
      if (form) saveTitle(form);
    });
    anywhere.on("keydown", '#yith-wcwl-form input[name="wishlist_name"]', function (event) {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const form = this.closest<HTMLElement>(".hidden-title-form");
      if (form) saveTitle(form);
    });
    anywhere.on("change", ".wishlist_table .product-quantity :input", function () {
      const quantity = (this as HTMLInputElement).value;
      const row = rowOf(this);
      const { token } = tableOf(this)?.dataset ?? {};
      setTimeout(
        () => send("update_item_quantity", { product_id: row?.dataset.rowId, wishlist_token: token, quantity }),
        1000,
      );
    });
    anywhere.on("change", ".wishlist_manage_table .wishlist-visibility", function () {
      const privacy = (this as HTMLInputElement).value;
      const list = this.closest<HTMLElement>("[data-wishlist-id]")?.dataset.wishlistId;
      send("save_privacy_action", { wishlist_id: list, privacy, fragments: all() }, "json").done(() =>
        body.trigger("test_saved_privacy"),
      );
    });
    anywhere.on("click", ".yith-wcwl-popup-footer .move_to_wishlist", function (event) {
      event.preventDefault();
      const form = this.closest("form");
      const data = {
        item_id: this.dataset.productId,
        wishlist_token: this.dataset.originWishlistId,
        destination_wishlist_token: form?.querySelector<HTMLSelectElement>(".wishlist-select")?.value,
        wishlist_name: form?.querySelector<HTMLInputElement>(".wishlist-name")?.value,
        wishlist_visibility: form?.querySelector<HTMLInputElement>(".wishlist-visibility:checked")?.value,
        fragments: all(),
      };
      send("move_to_another_wishlist_action", data, "json").done(({ message, fragments }) => {
        replace(fragments);
        say(message);
      });
    });
    anywhere.on("sortupdate", ".wishlist_table", function () {
      const rows = [...this.querySelectorAll<HTMLElement>("[data-row-id]")];
      const { token, page: at, perPage } = this.dataset;
      const positions = rows.map(({ dataset }) => dataset.rowId);
      send("sort_wishlist_items", { positions, wishlist_token: token, page: at, per_page: perPage });
    });
    window.addEventListener("resize", () => {
      const table = document.querySelector(".wishlist_table.responsive");
      const isNarrow = matchMedia(`(max-width: ${page.yith_wcwl_l10n.mobile_media_query}px)`).matches;
      if (!table || table.classList.contains("mobile") === isNarrow) return;
      const fragments: Record<string, unknown> = {};
      for (const [key, options] of Object.entries(fragmentsOf((element) => element.contains(table)) ?? {}))
        fragments[key] = Object.assign({}, options, { is_mobile: isNarrow ? "yes" : "no" });
      send("load_mobile_action", { fragments }).done(({ fragments }) => replace(fragments));
    });
    if (page.yith_wcwl_l10n.enable_ajax_loading) {
      const fragments = fragmentsOf((element) => element.classList.contains("on-first-load"));
      if (fragments)
        send("load_fragments", { fragments }).done(({ fragments }) => {
          replace(fragments);
          jQuery(document).trigger("yith_wcwl_fragments_loaded");
        });
    }
  });
}
