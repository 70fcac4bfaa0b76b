import { closest } from "../../client/closest.ts";
import { hasModifier } from "../../client/intercept.ts";
import { defineWidget } from "../../client/widget.ts";

/** Defines `<shop-images>`: links to images in it open in the lightbox, whose code is loaded then. Without it they are followed. */
export function defineImageLinks(): void {
  defineWidget("shop-images", (element, signal) => {
    let isOpening = false;
    const open = async (link: HTMLAnchorElement) => {
      const part = await import("./linked-images.ts").catch(() => undefined);
      const links = [...element.querySelectorAll<HTMLAnchorElement>("a[href]")].filter(isImageLink);
      if (part) part.openLinkedImages(element, { links, opener: link });
      else window.location.assign(link.href);
    };
    const onClick = (event: MouseEvent) => {
      const link = closest<HTMLAnchorElement>(event, "a[href]");
      if (!link || event.defaultPrevented || hasModifier(event) || !isImageLink(link)) return;
      event.preventDefault();
      if (isOpening) return;
      isOpening = true;
      void open(link).finally(() => {
        isOpening = false;
      });
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
