/** Screen readers ignore text in a live region that was added less than about this long ago. */
const announceDelayMs = 100;

/** Announces a message to screen readers. An open dialog makes the rest of the page inert, so the live region moves into it. */
export function announce(message: string): void {
  const container = document.querySelector("dialog[open]") ?? document.body;
  const region = document.querySelector(".widget_shopping_cart_live_region") ?? createRegion();
  if (region.parentElement !== container) container.append(region);
  region.textContent = "";
  setTimeout(() => {
    region.textContent = message;
  }, announceDelayMs);
}

function createRegion(): HTMLElement {
  const region = document.createElement("div");
  region.className = "widget_shopping_cart_live_region screen-reader-text";
  region.setAttribute("role", "status");
  return region;
}
