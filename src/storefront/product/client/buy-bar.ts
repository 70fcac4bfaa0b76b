import { listen } from "../../client/events.ts";
import { defineWidget } from "../../client/widget.ts";
import type { WireVariation } from "./variation/variation-table.ts";

/** Defines `<shop-buy-bar>`, the bar at the bottom of phones. It is shown once the form's buttons have been scrolled past. */
export function defineBuyBar(): void {
  defineWidget("shop-buy-bar", startBuyBar);
}

function startBuyBar(element: HTMLElement, signal: AbortSignal): void {
  const bar = element.querySelector<HTMLElement>(".buybar");
  const form = document.getElementById(element.dataset.watches ?? "");
  if (!bar || !(form instanceof HTMLFormElement)) return;
  const { classList } = document.documentElement;
  const onMove = (entries: readonly IntersectionObserverEntry[]) => {
    // A busy browser reports several moves in one call, the newest last.
    const entry = entries.at(-1);
    if (!entry) return;
    bar.hidden = entry.isIntersecting;
    classList.toggle("shows-buy-bar", !bar.hidden);
    loadPicture(bar);
  };
  const observer = new IntersectionObserver(onMove, {
    // Everything below counts as visible, so that a jump across the buttons is noticed.
    rootMargin: "-64px 0px 100000px 0px",
  });
  observer.observe(form.querySelector(".buy-acts") ?? form);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    classList.remove("shows-buy-bar");
  });
  if (form.matches(".variations_form")) followChoice(form, bar, signal);
}

/** Loads the bar's picture once the bar is shown; many shoppers never scroll so far. */
function loadPicture(bar: HTMLElement): void {
  const place = bar.querySelector<HTMLElement>(".buybar-pic");
  if (bar.hidden || !place?.dataset.src) return;
  const image = place.querySelector("img") ?? document.createElement("img");
  if (image.getAttribute("src") === place.dataset.src) return;
  image.alt = "";
  image.src = place.dataset.src;
  place.append(image);
}

/** Shows picture and options of the chosen variation, whatever script has found it; without one, the product's. */
function followChoice(form: HTMLFormElement, bar: HTMLElement, signal: AbortSignal): void {
  const place = bar.querySelector<HTMLElement>(".buybar-pic");
  const text = bar.querySelector<HTMLElement>(".buybar-price small");
  const own = document.querySelector<HTMLElement>(".woocommerce-product-gallery__image")?.dataset;
  const ownPicture = own?.o_dataThumb ?? own?.thumb;
  const show = (options: string, src: string | undefined) => {
    if (text) text.textContent = options || (text.dataset.name ?? "");
    if (place && src) place.dataset.src = src;
    loadPicture(bar);
  };
  const onFound = ([found]: readonly unknown[]) => {
    const { image } = (found ?? {}) as Partial<WireVariation>;
    const selects = [...form.querySelectorAll<HTMLSelectElement>(".variations select")];
    const names = selects.flatMap(({ value, selectedOptions }) => (value && selectedOptions[0]?.text.trim()) || []);
    show(names.join(", "), image?.gallery_thumbnail_src || ownPicture);
  };
  listen(form, "found_variation", onFound, signal);
  listen(form, "reset_data", () => show("", ownPicture), signal);
}
