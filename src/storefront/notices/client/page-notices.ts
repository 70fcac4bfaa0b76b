/** Shows an error in place of the page's notices. */
export function showFailureNotice(message: string): void {
  const notice = document.createElement("p");
  notice.className = "woocommerce-error notice notice--bad";
  notice.setAttribute("role", "alert");
  notice.textContent = message;
  showNotices([notice]);
}

/** Replaces the page's notices. */
export function showNotices(notices: readonly Element[]): void {
  const wrapper = document.querySelector(".woocommerce-notices-wrapper");
  wrapper?.replaceChildren(...notices);
  wrapper?.classList.toggle("notices", notices.length > 0);
}

/** Parses HTML that the shop itself rendered. */
export function parseElements(markup: string): Element[] {
  return [...new DOMParser().parseFromString(markup, "text/html").body.children];
}
