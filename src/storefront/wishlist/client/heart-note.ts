import { parameters } from "../../client/requests/parameters.ts";
import { heartSelector } from "./paint-hearts.ts";

/** How long (ms) a note is shown. */
const shownMs = 6000;

/** How long (ms) it takes to fade, as in the style sheet. */
const fadeMs = 200;

/** Returns a text of the wishlist; "" on pages without it. */
export function wishLabel(name: "cookie_disabled" | "not_saved" | "offline"): string {
  return parameters("yith_wcwl_l10n")?.labels[name] ?? "";
}

/** Returns the heart of a product: the focused one, else the first that is visible. */
export function findHeart(productId: string): HTMLElement | undefined {
  const hearts = [...document.querySelectorAll<HTMLElement>(heartSelector)].filter(
    ({ dataset, offsetParent }) => dataset.productId === productId && offsetParent,
  );
  return hearts.find((heart) => heart === document.activeElement) ?? hearts[0];
}

/** Shows and announces a note below the heart. It is above everything else and moves nothing. */
export function showHeartNote(heart: HTMLElement | undefined, text: string): void {
  document.querySelector(".heart-note")?.remove();
  const note = document.createElement("p");
  note.className = "heart-note small";
  note.role = "alert";
  note.popover = "manual";
  note.textContent = text;
  (heart?.parentElement ?? document.body).append(note);
  note.showPopover();
  const place = heart?.getBoundingClientRect() ?? { bottom: window.innerHeight / 2, right: 0 };
  const left = Math.min(place.right, window.innerWidth - 8) - note.offsetWidth;
  note.style.translate = `${Math.max(8, left)}px ${place.bottom + 4}px`;
  setTimeout(() => {
    if (note.isConnected) note.hidePopover();
    setTimeout(() => note.remove(), fadeMs);
  }, shownMs);
}
