/** Screen readers need this long to know of a region before what is put into it counts as news. In milliseconds. */
const untilKnown = 100;

/** Says to screen readers what happened. Under an open dialog the rest of the page is silent, so the region moves into it. */
export function announce(message: string): void {
  const place = document.querySelector("dialog[open]") ?? document.body;
  const region = document.querySelector(".widget_shopping_cart_live_region") ?? newRegion();
  if (region.parentElement !== place) place.append(region);
  region.textContent = "";
  setTimeout(() => {
    region.textContent = message;
  }, untilKnown);
}

function newRegion(): HTMLElement {
  const region = document.createElement("div");
  region.className = "widget_shopping_cart_live_region screen-reader-text";
  region.setAttribute("role", "status");
  return region;
}
