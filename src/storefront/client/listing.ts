const announceAfter = 2000;

/** Listings: choosing another order sends the form at once, and the new count is read out. */
export function startListing(): void {
  document.addEventListener("change", (event) => {
    const select = event.target as HTMLSelectElement;
    if (select.matches(".woocommerce-ordering select.orderby")) select.form?.requestSubmit();
  });
  if (window.location.search !== "") announceCount();
}

/** Screen readers hear a live region only when it changes after the page was read. */
function announceCount(): void {
  const count = document.querySelector<HTMLElement>(".woocommerce-result-count");
  if (!count) return;
  const words = count.innerHTML;
  count.setAttribute("aria-hidden", "true");
  setTimeout(() => {
    count.setAttribute("aria-hidden", "false");
    count.innerHTML = "";
    count.innerHTML = words;
  }, announceAfter);
}
