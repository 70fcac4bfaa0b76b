import type { Page } from "playwright-core";

interface CountryParameters {
  wc_country_select_params: { countries: string; i18n_select_state_text: string };
  wc_address_i18n_params: { locale: string; locale_fields: string; i18n_optional_text: string };
}

/**
 * Runs in the page and does what the protocol's two scripts for countries do. On a change of a country in an address or the
 * calculator, one replaces the state by a select, a text field or a hidden field; the other sets labels, marks and
 * visibility of the rows that the locale names. Both show rows by an inline `display`, as jQuery does.
 */
export function followCountries(): void {
  const { wc_country_select_params: choices, wc_address_i18n_params: formats } = window as never as CountryParameters;
  const states = JSON.parse(choices.countries) as Record<string, Record<string, string> | []>;
  const locales = JSON.parse(formats.locale) as Record<string, Record<string, object>>;
  const rows = JSON.parse(formats.locale_fields) as Record<string, string>;
  const groups =
    ".woocommerce-billing-fields, .woocommerce-shipping-fields, .woocommerce-address-fields, .woocommerce-shipping-calculator";
  const stateOf = (group: Element) =>
    group.querySelector<HTMLInputElement>("#billing_state, #shipping_state, #calc_shipping_state");
  const replaceState = (group: Element, country: string) => {
    const old = stateOf(group);
    const row = old?.closest<HTMLElement>(".form-row");
    if (!old || !row) throw new Error("The group has no state");
    const list = states[country];
    const isEmpty = list !== undefined && Object.keys(list).length === 0;
    const fresh = document.createElement(list && !isEmpty ? "select" : "input");
    fresh.id = old.id;
    fresh.name = old.name;
    const { inputClasses } = old.dataset;
    fresh.setAttribute("data-input-classes", String(inputClasses));
    fresh.className = `${list && !isEmpty ? "state_select" : "input-text"} ${inputClasses}`;
    if (fresh instanceof HTMLInputElement) fresh.type = isEmpty ? "hidden" : "text";
    else {
      fresh.append(new Option(choices.i18n_select_state_text, ""));
      for (const [code, name] of Object.entries(list ?? {})) fresh.append(new Option(name, code));
      fresh.value = old.value;
    }
    row.style.display = isEmpty ? "none" : "block";
    old.replaceWith(fresh);
  };
  const applyLocale = (group: Element, country: string) => {
    for (const [key, selector] of Object.entries(rows)) {
      const row = group.querySelector<HTMLElement>(selector);
      if (!row) continue;
      const { label, required, hidden } = { ...locales.default?.[key], ...locales[country]?.[key] } as {
        label: string;
        required: boolean;
        hidden: boolean;
      };
      const caption = row.querySelector("label");
      if (caption) caption.innerHTML = label;
      row.classList.toggle("validate-required", required);
      if (!required)
        caption?.insertAdjacentHTML("beforeend", ` <span class="optional">(${formats.i18n_optional_text})</span>`);
      if (key !== "state") row.style.display = hidden ? "none" : "block";
    }
  };
  const follow = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || !target.matches("select.country_to_state, input.country_to_state")) return;
    const group = target.closest(groups);
    if (!group) throw new Error("The country is in no group");
    const { value } = target as HTMLSelectElement;
    replaceState(group, value);
    applyLocale(group, value);
  };
  document.body.addEventListener("change", follow);
  for (const country of document.querySelectorAll(".country_to_state"))
    country.dispatchEvent(new Event("change", { bubbles: true }));
}

interface CartParameters {
  wc_cart_params: { apply_coupon_nonce: string };
  wc_checkout_params: { apply_coupon_nonce: string; update_order_review_nonce: string };
}

/**
 * Runs in the page and does what the protocol's cart script does: it hides the calculator, which only its button opens;
 * remembers the pressed button by the target of the click; posts the form of the lines, or the coupon and then the form; and
 * takes form and totals from the answer. A refused coupon stays in its field with the reason.
 */
export function runCart(): void {
  const { apply_coupon_nonce: security } = (window as never as CartParameters).wc_cart_params;
  const calculator = () => document.querySelector<HTMLElement>(".shipping-calculator-form");
  const field = () => document.querySelector<HTMLInputElement>("#coupon_code");
  const post = async (address: string, fields: URLSearchParams) =>
    (await fetch(address, { method: "POST", body: fields })).text();
  const update = async (form: HTMLFormElement) => {
    const fields = new URLSearchParams({ update_cart: "Update Cart" });
    for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
    const page = new DOMParser().parseFromString(await post(form.action, fields), "text/html");
    const refusal = document.querySelector("#coupon-error-notice");
    const code = field()?.value ?? "";
    for (const part of [".woocommerce-cart-form", ".cart_totals"]) {
      const fresh = page.querySelector(part);
      if (fresh) document.querySelector(part)?.replaceWith(document.importNode(fresh, true));
    }
    const fresh = field();
    if (!refusal || !fresh) return;
    fresh.value = code;
    fresh.closest(".coupon")?.append(refusal);
  };
  const applyCoupon = async (form: HTMLFormElement) => {
    const fields = new URLSearchParams({ security, coupon_code: field()?.value ?? "" });
    const answer = await post("/?wc-ajax=apply_coupon", fields);
    document.querySelector("#coupon-error-notice")?.remove();
    if (answer.includes("woocommerce-error")) {
      const reason = Object.assign(document.createElement("p"), {
        id: "coupon-error-notice",
        className: "coupon-error-notice",
      });
      reason.textContent = new DOMParser().parseFromString(answer, "text/html").body.textContent;
      field()?.closest(".coupon")?.append(reason);
    } else document.querySelector(".woocommerce-notices-wrapper")?.insertAdjacentHTML("afterbegin", answer);
    await update(form);
  };
  const hidden = calculator();
  if (hidden) hidden.style.display = "none";
  document.addEventListener("click", (event) => {
    const target = event.target as HTMLElement;
    const part = calculator();
    if (target.closest(".shipping-calculator-button") && part) {
      event.preventDefault();
      part.style.display = getComputedStyle(part).display === "none" ? "block" : "none";
    }
    if (!target.closest(".woocommerce-cart-form [type=submit]")) return;
    for (const button of document.querySelectorAll(".woocommerce-cart-form [type=submit]"))
      button.removeAttribute("clicked");
    target.setAttribute("clicked", "true");
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches(".woocommerce-cart-form")) return;
    const clicked = document.querySelector("button[type=submit][clicked=true]");
    const isNamed = (name: string) => clicked?.getAttribute("name") === name;
    const isFocused = (selector: string) => document.activeElement?.matches(selector) ?? false;
    if (isNamed("update_cart") || isFocused("input.qty")) {
      event.preventDefault();
      void update(form);
    } else if (isNamed("apply_coupon") || isFocused("#coupon_code")) {
      event.preventDefault();
      void applyCoupon(form);
    }
  });
}

/**
 * Runs in the page and does what the protocol's checkout script does with coupons: it hides their form, which only the link
 * opens, and focuses its first field; posts the code with the email address; then updates the order review.
 */
export function runCheckoutCoupon(): void {
  const parameters = (window as never as CartParameters).wc_checkout_params;
  const form = document.querySelector<HTMLFormElement>("form.checkout_coupon");
  if (!form) throw new Error("There is no coupon form");
  const call = (name: string, fields: Record<string, string>) =>
    fetch(`/?wc-ajax=${name}`, { method: "POST", body: new URLSearchParams(fields) });
  const apply = async () => {
    const valueOf = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
    const { apply_coupon_nonce: security, update_order_review_nonce } = parameters;
    const fields = { security, coupon_code: valueOf("coupon_code"), billing_email: valueOf("billing_email") };
    const answer = await (await call("apply_coupon", fields)).text();
    if (answer.includes("woocommerce-error")) {
      const reason = Object.assign(document.createElement("p"), {
        id: "coupon-error-notice",
        className: "coupon-error-notice",
      });
      reason.textContent = new DOMParser().parseFromString(answer, "text/html").body.textContent;
      form.querySelector("#coupon_code")?.parentElement?.append(reason);
      return;
    }
    form.style.display = "none";
    form.insertAdjacentHTML("beforebegin", answer);
    const review = await (await call("update_order_review", { security: update_order_review_nonce })).json();
    for (const [selector, html] of Object.entries(review.fragments as Record<string, string>)) {
      const part = document.querySelector(selector);
      if (part) part.outerHTML = html;
    }
  };
  form.style.display = "none";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    void apply();
  });
  document.body.addEventListener("click", (event) => {
    if (!(event.target as Element).closest("a.showcoupon")) return;
    event.preventDefault();
    form.style.display = getComputedStyle(form).display === "none" ? "block" : "none";
    form.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
  });
}

/** Leaves out our own client. Call it before opening a page. */
export async function leaveClientOut(page: Page): Promise<void> {
  await page.route(/\/assets\/shop-[\w-]+\.js$/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
}
