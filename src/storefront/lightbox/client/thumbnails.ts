import type { OpenedLightbox } from "./lightbox-parts.ts";
import type { LinkedImage } from "./linked-images.ts";

/** There is no strip for more pictures. Source: storefront specification 9, "Image lightboxes"; wire notes A24. */
export const maxThumbnails = 30;

/** Height of the strip (px). */
export const stripSize = 76;

/** Adds a strip of thumbnails, which show their picture. @param label of a thumbnail, with {number} */
export function addThumbnails(lightbox: OpenedLightbox<LinkedImage>, label: string): void {
  const { viewer, dialog, pictures, current, goTo } = lightbox;
  const strip = document.createElement("div");
  strip.className = "lightbox-thumbnails";
  const buttons = pictures.map(({ thumbnail }, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.ariaLabel = label.replace("{number}", String(index + 1));
    const image = Object.assign(new Image(), { alt: "", loading: "lazy", src: thumbnail });
    button.append(image);
    button.addEventListener("click", () => goTo(index));
    return button;
  });
  strip.append(...buttons);
  // Outside the viewer, which would take swipes over the strip for its own.
  viewer.on("afterInit", () => dialog.append(strip));
  viewer.on("change", () => {
    for (const [index, button] of buttons.entries()) {
      if (index === current()) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    buttons[current()]?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  });
}
