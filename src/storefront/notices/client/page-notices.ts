/** Says, in the place of the page's notices, what did not work. */
export function showFailure(message: string): void {
  const notice = document.createElement("p");
  notice.className = "woocommerce-error notice notice--bad";
  notice.setAttribute("role", "alert");
  notice.textContent = message;
  showNotices([notice]);
}

/** Puts notices in the place of those that the page shows. */
export function showNotices(notices: readonly Element[]): void {
  const wrapper = document.querySelector(".woocommerce-notices-wrapper");
  wrapper?.replaceChildren(...notices);
  wrapper?.classList.toggle("notices", notices.length > 0);
}

/** The elements that markup of the shop's makes. */
export function elementsOf(markup: string): Element[] {
  return [...new DOMParser().parseFromString(markup, "text/html").body.children];
}
