/** Dismisses the store notice permanently: its cookie contains the notice's id. */
export function startStoreNotice(): void {
  const notice = document.querySelector<HTMLElement>(".woocommerce-store-notice");
  const dismiss = notice?.querySelector<HTMLElement>(".woocommerce-store-notice__dismiss-link");
  if (!notice || !dismiss) return;
  // Hidden by the inline script that reads the cookie.
  if (notice.hidden) return notice.remove();
  const hide = (event: Event) => {
    event.preventDefault();
    document.cookie = `store_notice${notice.dataset.noticeId}=hidden; path=/; SameSite=Lax`;
    notice.remove();
  };
  dismiss.addEventListener("click", hide);
  dismiss.addEventListener("keydown", (event) => {
    if (event.key === " ") hide(event);
  });
}
