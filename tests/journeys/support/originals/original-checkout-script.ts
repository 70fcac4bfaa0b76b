import type { JQuery } from "./original-scripts.ts";

interface CheckoutWindow {
  jQuery: JQuery;
  wc_checkout_params: { checkout_url: string; update_order_review_nonce: string };
}

/**
 * Runs in the page and does what the notes say of checkout.js: updates the review on load and 5 ms after each request for it,
 * and places the order. Source: wire notes 8.2 and 8.3.
 */
export function checkoutScript(): void {
  const page = window as never as CheckoutWindow;
  const { jQuery } = page;
  const form = () => document.querySelector<HTMLFormElement>("form.checkout") ?? document.createElement("form");
  const fields = () => {
    const all = new URLSearchParams();
    for (const [name, value] of new FormData(form())) if (typeof value === "string") all.append(name, value);
    return all;
  };
  const update = async () => {
    const entered = fields();
    const sent = new URLSearchParams({
      security: page.wc_checkout_params.update_order_review_nonce,
      post_data: entered.toString(),
    });
    for (const part of ["country", "state", "postcode", "city", "address_1", "address_2"]) {
      const name = part.replace("address_1", "address");
      sent.set(name, entered.get(`billing_${part}`) ?? "");
      sent.set(`s_${name}`, entered.get(`billing_${part}`) ?? "");
    }
    sent.set("payment_method", entered.get("payment_method") ?? "");
    const response = await fetch("/?wc-ajax=update_order_review", { method: "POST", body: sent });
    const answer = (await response.json()) as { fragments: Record<string, string> };
    for (const [selector, html] of Object.entries(answer.fragments)) {
      const part = document.querySelector(selector);
      if (part && part.outerHTML !== html) part.outerHTML = html;
    }
    jQuery(document.body).trigger("updated_checkout", [answer]);
  };
  const order = async () => {
    form().classList.add("processing");
    const response = await fetch(page.wc_checkout_params.checkout_url, { method: "POST", body: fields() });
    const answer = (await response.json()) as { result: string; redirect?: string };
    if (answer.result === "success" && answer.redirect) window.location.assign(answer.redirect);
    else form().classList.remove("processing");
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  jQuery(() => {
    const body = jQuery(document.body);
    body.on("update_checkout", () => {
      clearTimeout(timer);
      timer = setTimeout(() => void update(), 5);
    });
    body.on("init_checkout", () => body.trigger("update_checkout"));
    jQuery(form()).on("change", "select, .address-field input, [name=payment_method]", () =>
      body.trigger("update_checkout"),
    );
    jQuery(form()).on("input validate change", ".input-text, select", ({ target }: Event) =>
      (target as Element).closest(".form-row")?.classList.remove("woocommerce-invalid"),
    );
    jQuery(form()).on("submit", () => {
      if (!form().matches(".processing")) void order();
      return false;
    });
    body.trigger("init_checkout");
  });
}
