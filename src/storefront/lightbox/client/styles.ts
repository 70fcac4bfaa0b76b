import photoSwipeStyles from "photoswipe/style.css?inline";
import ownStyles from "./lightbox.css?inline";
import originalStyles from "./original-lightbox.css?inline";

const marker = "isLightbox";

/**
 * Adds the style sheet of both lightboxes, ours and the original one, once. It is part of the code, so that it does not load
 * after it.
 */
export function adoptLightboxStyles(): void {
  if (document.adoptedStyleSheets.some((sheet) => marker in sheet)) return;
  const sheet = Object.assign(new CSSStyleSheet(), { [marker]: true });
  sheet.replaceSync(photoSwipeStyles + ownStyles + originalStyles);
  document.adoptedStyleSheets.push(sheet);
}
