import { defineWidget } from "../../client/widget.ts";

/** Defines `<shop-buy-bar>`, the bar at the bottom of phones. It is shown once the buying form has been scrolled past. */
export function defineBuyBar(): void {
  defineWidget("shop-buy-bar", startBuyBar);
}

function startBuyBar(element: HTMLElement, signal: AbortSignal): void {
  const bar = element.querySelector<HTMLElement>(".buybar");
  const form = document.getElementById(element.dataset.watches ?? "");
  if (!bar || !form) return;
  const observer = new IntersectionObserver(([entry]) => entry && (bar.hidden = entry.isIntersecting), {
    // Everything below counts as visible, so that a jump across the form is noticed.
    rootMargin: "-64px 0px 100000px 0px",
  });
  observer.observe(form);
  signal.addEventListener("abort", () => observer.disconnect());
}
