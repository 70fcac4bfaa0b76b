import { defineWidget } from "../../client/widget.ts";

/** Defines `<shop-store-notice>`, which can be dismissed permanently: the cookie contains the notice's id. */
export function defineStoreNotice(): void {
  defineWidget("shop-store-notice", startStoreNotice);
}

function startStoreNotice(element: HTMLElement, signal: AbortSignal): void {
  const notice = element.querySelector<HTMLElement>(".woocommerce-store-notice");
  const dismiss = element.querySelector<HTMLElement>(".woocommerce-store-notice__dismiss-link");
  if (!notice || !dismiss) return;
  // Hidden by the inline script that reads the cookie.
  if (notice.hidden) return notice.remove();
  const hide = (event: Event) => {
    event.preventDefault();
    document.cookie = `store_notice${notice.dataset.noticeId}=hidden; path=/; SameSite=Lax`;
    notice.remove();
  };
  dismiss.addEventListener("click", hide, { signal });
  dismiss.addEventListener("keydown", (event) => event.key === " " && hide(event), { signal });
}
