import { closest } from "./closest.ts";
import { hasModifier } from "./intercept.ts";
import { defineWidget } from "./widget.ts";

/** Defines `<shop-fold>`: a link that shows and hides a part of the page. */
export function defineFolds(): void {
  defineWidget("shop-fold", (element, signal) => {
    const part = element.querySelector<HTMLElement>(".fold");
    if (!part) return;
    let styleBefore = "";
    const onPress = () => {
      styleBefore = part.style.cssText;
    };
    const onClick = (event: MouseEvent) => {
      const link = closest(event, ".fold-link");
      if (hasModifier(event) || link?.parentElement !== element) return;
      // A script that scrolls to the link's target prevents the default too.
      if (event.defaultPrevented && part.style.cssText !== styleBefore) return;
      event.preventDefault();
      setFold(part, !isFoldOpen(part));
    };
    // After third-party scripts, which prevent the default or stop the event if they show the part themselves.
    window.addEventListener("click", onClick, { signal });
    window.addEventListener("click", onPress, { signal, capture: true });
    setFold(part, isFoldOpen(part));
  });
}

/** Tells whether the part of a fold is shown, by its link or by the address. */
export function isFoldOpen(part: HTMLElement): boolean {
  return !part.hidden && part.matches(":target, .is-open");
}

/** Shows or hides the part of a fold. */
export function setFold(part: HTMLElement, isOpen: boolean): void {
  part.classList.toggle("is-open", isOpen);
  // The part may also be the target of the address.
  part.hidden = !isOpen;
  part.parentElement?.querySelector(".fold-link")?.setAttribute("aria-expanded", String(isOpen));
}
