import { closest } from "../../client/closest.ts";
import { hasModifier } from "../../client/intercept.ts";
import { defineWidget } from "../../client/widget.ts";
import { lightboxOpener } from "./lightbox-opener.ts";

/**
 * Defines `<shop-images>`: links to images in it open in the lightbox, whose code is loaded then. Without it they are followed.
 */
export function defineImageLinks(): void {
  defineWidget("shop-images", (element, signal) => {
    const open = lightboxOpener(() => import("./linked-images.ts"));
    const onClick = (event: MouseEvent) => {
      const link = closest<HTMLAnchorElement>(event, "a[href]");
      if (!link || event.defaultPrevented || hasModifier(event) || !isImageLink(link)) return;
      event.preventDefault();
      const links = [...element.querySelectorAll<HTMLAnchorElement>("a[href]")].filter(isImageLink);
      open(link, ({ openLinkedImages }) => openLinkedImages(element, { links, opener: link }));
    };
    element.addEventListener("click", onClick, { signal });
  });
}

/**
 * Tells whether a link opens in the lightbox: it leads to an image of this shop, since others are not shown on its pages, and is
 * not excluded. Source of the attribute: wire notes 19.
 */
function isImageLink({ origin, pathname, dataset }: HTMLAnchorElement): boolean {
  const isImage = /\.(?:jpe?g|png|webp|avif|gif)$/i.test(pathname);
  return isImage && origin === window.location.origin && dataset.elementorOpenLightbox !== "no";
}
