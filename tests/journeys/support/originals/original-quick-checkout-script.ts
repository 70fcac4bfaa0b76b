import type { JQuery } from "./original-scripts.ts";

interface QuickCheckoutWindow {
  jQuery: JQuery;
  qcfw_update_checkout_cart: { ajax_url: string; nonce: string };
}

/**
 * Runs in the page and does what the notes say of the quick checkout's script: sends every changed quantity after 500 ms,
 * replaces the order review, triggers two events and reloads the page. Source: wire notes 10.5.
 */
export function quickCheckoutScript(): void {
  const page = window as never as QuickCheckoutWindow;
  const { jQuery } = page;
  const send = async (name: string, quantity: number) => {
    const { ajax_url, nonce } = page.qcfw_update_checkout_cart;
    const hash = name.replace(/cart\[(\w+)\]\[qty\]/, "$1");
    const fields = { action: "qcfw_update_checkout_cart", nonce, hash, quantity: String(quantity) };
    const response = await fetch(ajax_url, { method: "POST", body: new URLSearchParams(fields) });
    if (!response.ok) return;
    const [review] = new DOMParser().parseFromString(await response.text(), "text/html").body.children;
    const place = document.querySelector("#order_review");
    if (!review || !place) throw new Error("There is no order review");
    place.innerHTML = review.innerHTML;
    jQuery(place).trigger("updated_checkout");
    jQuery(document.body).trigger("added_to_cart");
    window.location.reload();
  };
  jQuery(() => {
    jQuery(document).on("change", "input.qty", ({ target }: Event) => {
      const { name, value } = target as HTMLInputElement;
      setTimeout(() => void send(name, Number.parseFloat(value)), 500);
    });
  });
}
