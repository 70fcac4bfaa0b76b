import type { JQuery, JQuerySet } from "./original-scripts.ts";

interface CartWindow {
  jQuery: JQuery;
  wc_add_to_cart_params: { wc_ajax_url: string };
  wc_cart_fragments_params: { cart_hash_key: string; fragment_name: string };
  wc_cart_params: { apply_coupon_nonce: string };
}
type Fragments = Record<string, string>;
interface JQueryEvent {
  preventDefault(): void;
}

/** Runs in the page and does what the notes say of add-to-cart.js: adds and removes one after the other. Source: wire notes 5.1. */
export function addingScript(): void {
  const page = window as never as CartWindow;
  const { jQuery } = page;
  let last: Promise<unknown> = Promise.resolve();
  const send = (endpoint: string, fields: Record<string, string>) => {
    const call = last.then(async () => {
      const address = page.wc_add_to_cart_params.wc_ajax_url.replace("%%endpoint%%", endpoint);
      const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
      return (await response.json()) as { fragments: Fragments; cart_hash: string };
    });
    last = call;
    return call;
  };
  jQuery(() => {
    const body = jQuery(document.body);
    body.on("click", ".add_to_cart_button:not(.wc-interactive)", function (this: HTMLElement, event: JQueryEvent) {
      if (!this.classList.contains("ajax_add_to_cart") || !this.dataset.product_id) return;
      event.preventDefault();
      this.classList.remove("added");
      this.classList.add("loading");
      const fields = Object.assign({}, jQuery(this).data(), this.dataset) as Record<string, string>;
      body.trigger("adding_to_cart", [jQuery(this), fields]);
      void send("add_to_cart", fields).then(({ fragments, cart_hash: hash }) =>
        body.trigger("added_to_cart", [fragments, hash, jQuery(this)]),
      );
    });
    body.on("click", ".remove_from_cart_button", function (this: HTMLElement, event: JQueryEvent) {
      event.preventDefault();
      const { cart_item_key: key = "" } = this.dataset;
      void send("remove_from_cart", { cart_item_key: key }).then(({ fragments, cart_hash: hash }) =>
        body.trigger("removed_from_cart", [fragments, hash, jQuery(this)]),
      );
    });
    body.on("added_to_cart removed_from_cart", (_: unknown, fragments: Fragments, _hash: string, button: JQuerySet) => {
      button[0].classList.remove("loading");
      button[0].classList.add("added");
      for (const [selector, html] of Object.entries(fragments))
        for (const element of document.querySelectorAll(selector)) element.outerHTML = html;
      body.trigger("wc_fragments_loaded");
    });
  });
}

/** Runs in the page and does what the notes say of cart-fragments.js. Source: wire notes 5.2. */
export function fragmentsScript(): void {
  const page = window as never as CartWindow;
  const { jQuery } = page;
  const names = () => page.wc_cart_fragments_params;
  const cookie = () => /woocommerce_cart_hash=(\w+)/.exec(document.cookie)?.[1] ?? "";
  const show = (fragments: Fragments) => {
    for (const [selector, html] of Object.entries(fragments))
      for (const element of document.querySelectorAll(selector)) element.outerHTML = html;
  };
  const store = (fragments: Fragments, hash: string) => {
    sessionStorage.setItem(names().fragment_name, JSON.stringify(fragments));
    sessionStorage.setItem(names().cart_hash_key, hash);
    localStorage.setItem(names().cart_hash_key, hash);
    if (hash) sessionStorage.setItem("wc_cart_created", String(Date.now()));
  };
  const refresh = async () => {
    const address = page.wc_add_to_cart_params.wc_ajax_url.replace("%%endpoint%%", "get_refreshed_fragments");
    const response = await fetch(address, { method: "POST", body: new URLSearchParams({ time: "1" }) });
    const { fragments, cart_hash: hash } = (await response.json()) as { fragments: Fragments; cart_hash: string };
    show(fragments);
    store(fragments, hash);
    jQuery(document.body).trigger("wc_fragments_refreshed");
  };
  jQuery(() => {
    const body = jQuery(document.body);
    body.on("wc_fragment_refresh updated_wc_div", () => void refresh());
    body.on("added_to_cart removed_from_cart", (_: unknown, fragments: Fragments, hash: string) =>
      store(fragments, hash),
    );
    const atWindow = jQuery(window);
    atWindow.on("storage onstorage", (event: { originalEvent: StorageEvent }) => {
      const { cart_hash_key: key } = names();
      const isOther = localStorage.getItem(key) !== sessionStorage.getItem(key);
      if (event.originalEvent.key === key && isOther) void refresh();
    });
    atWindow.on("pageshow", (event: { originalEvent: PageTransitionEvent }) => {
      if (!event.originalEvent.persisted) return;
      for (const cart of document.querySelectorAll(".widget_shopping_cart_content")) cart.textContent = "";
      body.trigger("wc_fragment_refresh");
    });
    const copy = sessionStorage.getItem(names().fragment_name);
    if (!copy || (sessionStorage.getItem(names().cart_hash_key) ?? "") !== cookie()) return void refresh();
    show(JSON.parse(copy) as Fragments);
    body.trigger("wc_fragments_loaded");
  });
}

/** Runs in the page and does what the notes say of the theme's drawer on small screens. Source: wire notes 11.2 and 11.3. */
export function drawerScript(): void {
  const { jQuery } = window as never as CartWindow;
  const mark = (isOpen: boolean) => {
    document.querySelector("#astra-mobile-cart-drawer")?.classList.toggle("active", isOpen);
    document.documentElement.classList.toggle("ast-mobile-cart-active", isOpen);
  };
  jQuery(() => {
    for (const cart of document.querySelectorAll(".ast-mobile-header-wrap .ast-header-woo-cart"))
      cart.addEventListener("click", (event) => {
        event.preventDefault();
        mark(true);
        document.dispatchEvent(new CustomEvent("astra_on_slide_In_cart_open"));
      });
    document.querySelector(".astra-cart-drawer-close")?.addEventListener("click", () => mark(false));
    document.addEventListener("keyup", ({ key }) => key === "Escape" && mark(false));
    jQuery(document.body).on("added_to_cart", () => mark(true));
  });
}

/** Runs in the page and does what the notes say of cart.js: fetches whole pages and takes parts of them. Source: wire notes 5.4. */
export function cartScript(): void {
  const { jQuery } = window as never as CartWindow;
  const show = async (response: Response) => {
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const part of [".woocommerce-cart-form", ".cart_totals"]) {
      const found = fresh.querySelector(part);
      if (found) document.querySelector(part)?.replaceWith(document.importNode(found, true));
    }
    if (!fresh.querySelector(".woocommerce-cart-form")) {
      const empty = fresh.querySelector(".woocommerce");
      if (empty) document.querySelector(".cart-page")?.replaceWith(document.importNode(empty, true));
      jQuery(document.body).trigger("wc_cart_emptied");
    }
    jQuery(document.body).trigger("updated_wc_div");
  };
  const update = async (form: HTMLFormElement) => {
    const fields = new URLSearchParams({ update_cart: "Update cart" });
    for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
    fields.delete("coupon_code");
    await show(await fetch(form.action, { method: "POST", body: fields }));
  };
  const applyCoupon = async (form: HTMLFormElement) => {
    const code = form.querySelector<HTMLInputElement>("#coupon_code")?.value ?? "";
    const { apply_coupon_nonce: security } = (window as never as CartWindow).wc_cart_params;
    const fields = new URLSearchParams({ security, coupon_code: code });
    await fetch("/?wc-ajax=apply_coupon", { method: "POST", body: fields });
    await update(form);
  };
  jQuery(() => {
    const page = jQuery(document);
    page.on("click", ".woocommerce-cart-form [type=submit]", function (this: HTMLElement) {
      for (const button of document.querySelectorAll(".woocommerce-cart-form [clicked]"))
        button.removeAttribute("clicked");
      this.setAttribute("clicked", "true");
    });
    page.on("submit", ".woocommerce-cart-form", function (this: HTMLFormElement, event: JQueryEvent) {
      const name = this.querySelector("[clicked=true]")?.getAttribute("name");
      if (name !== "update_cart" && name !== "apply_coupon") return;
      event.preventDefault();
      void (name === "update_cart" ? update(this) : applyCoupon(this));
    });
    page.on(
      "click",
      ".woocommerce-cart-form .product-remove > a",
      function (this: HTMLAnchorElement, event: JQueryEvent) {
        event.preventDefault();
        void fetch(this.href).then(show);
      },
    );
    page.on("added_to_cart wc_update_cart", () => {
      const form = document.querySelector<HTMLFormElement>(".woocommerce-cart-form");
      if (form) void update(form);
    });
  });
}

/** Runs in the page and does what a theme's small script does: it steps quantities by the buttons next to them. */
export function stepperScript(): void {
  const { jQuery } = window as never as CartWindow;
  jQuery(document).on("click", ".quantity .plus, .quantity .minus", function (this: HTMLElement) {
    const field = this.closest(".quantity")?.querySelector<HTMLInputElement>("input.qty");
    if (!field) return;
    field.value = String(Number(field.value) + (this.matches(".plus") ? 1 : -1));
    jQuery(field).trigger("change");
  });
}
