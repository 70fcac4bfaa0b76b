import PhotoSwipe from "photoswipe";
import { openModal } from "../../client/open-modal.ts";
import type { LightboxTexts } from "../fragments/lightbox-texts.ts";
import { addParts, type LightboxParts } from "./lightbox-parts.ts";
import { adoptLightboxStyles } from "./styles.ts";

export interface LightboxPicture {
  src: string;
  width: number;
  height: number;
  alt: string;
  /** Shown below the picture; "" for none. */
  caption: string;
}

interface LightboxOptions<Picture extends LightboxPicture> {
  pictures: readonly Picture[];
  /** Index of the picture to open. */
  at: number;
  /** Gets the focus back. */
  opener: HTMLElement;
  /** LightboxTexts as JSON. */
  texts: string;
  /**
   * @param last index of the picture shown last
   * @returns what gets the focus instead of the opener, if anything
   */
  onClose?: (last: number) => HTMLElement | null | undefined;
  /** Further parts of the interface. */
  parts?: LightboxParts<Picture>;
}

/**
 * Opens pictures in a dialog as large as the window. Nothing is animated at opening and closing, scrolling does not close it, its
 * address is the page's, and its controls stay visible. Source: storefront specification 9, "Full-screen lightbox".
 */
export function openLightbox<Picture extends LightboxPicture>(options: LightboxOptions<Picture>): void {
  const { pictures, at, opener, onClose, parts = {} } = options;
  const texts = JSON.parse(options.texts) as LightboxTexts;
  adoptLightboxStyles();
  const dialog = document.createElement("dialog");
  dialog.className = "lightbox";
  dialog.ariaLabel = texts.label;
  document.body.append(dialog);
  openModal(dialog);
  // The library supports left-to-right text only, so right-to-left pages get the pictures in reverse order.
  const isReversed = getComputedStyle(opener).direction === "rtl";
  const place = (index: number) => (isReversed ? pictures.length - 1 - index : index);
  const viewer = new PhotoSwipe({
    dataSource: pictures.map((_, index) => ({ ...pictures[place(index)] })),
    index: place(at),
    appendToEl: dialog,
    mainClass: "lightbox-view",
    bgOpacity: 1,
    showHideAnimationType: "none",
    showAnimationDuration: 0,
    hideAnimationDuration: 0,
    zoomAnimationDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250,
    // The dialog handles keys and focus.
    escKey: false,
    trapFocus: false,
    returnFocus: false,
    // By default a tap hides the controls.
    tapAction: () => {},
    counter: false,
    closeTitle: texts.close,
    zoomTitle: texts.zoom,
    arrowPrevTitle: isReversed ? texts.next : texts.previous,
    arrowNextTitle: isReversed ? texts.previous : texts.next,
    paddingFn: ({ x, y }) => {
      const bottom = (x < 600 ? 96 : 72) + (y < 500 ? 0 : (parts.bottom ?? 0));
      return { top: 60, bottom, left: 0, right: 0 };
    },
  });
  const current = () => place(viewer.currIndex);
  addParts({ viewer, dialog, pictures, texts, parts, current, goTo: (index) => viewer.goTo(place(index)) });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    viewer.close();
  });
  dialog.addEventListener("keydown", (event) => keepFocus(event, dialog));
  viewer.on("destroy", () => {
    dialog.close();
    dialog.remove();
    const heir = onClose?.(current()) ?? opener;
    heir.focus({ preventScroll: true });
  });
  viewer.init();
  // The dialog is the one that is announced.
  viewer.element?.removeAttribute("role");
  dialog.querySelector<HTMLElement>(".pswp__button--close")?.focus();
}

/** Moves the focus from the last control to the first and back. The browser would include its own window. */
function keepFocus(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.key !== "Tab") return;
  const controls = [...dialog.querySelectorAll<HTMLElement>("button:enabled, a[href]")].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  const [first, last] = [controls.at(0), controls.at(-1)];
  const isAtEnd = document.activeElement === (event.shiftKey ? first : last);
  if (!isAtEnd && controls.some((one) => one === document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
