import { dispatch } from "../../../client/events.ts";
import { isMoved, pictureReplaced, showSlide } from "../gallery.ts";
import type { WireImage, WireVariation } from "./variation-table.ts";

const gallerySelector = ".images, .qcfw-checkout-product-images";

/** Forms whose picture has been placed here: of a linked choice the server has put it into the first place. */
const placed = new WeakSet<HTMLFormElement>();

/**
 * Shows a variation's picture: its own slide where the gallery has one, else in the place of the first. The strip stays where
 * the shopper has moved it before anything was chosen here (`isFirst`).
 */
export function showImage(
  product: Element,
  form: HTMLFormElement,
  variation: WireVariation,
  { isFirst }: { isFirst: boolean },
): void {
  const image = variation.image as Partial<WireImage>;
  if (!hasPicture(image)) return restoreImage(product, form);
  const id = String(variation.image_id);
  const gallery = product.querySelector<HTMLElement>(gallerySelector);
  if (!gallery) return;
  const isPlaced = placed.has(form) || !gallery.querySelector("[data-o_src]");
  placed.add(form);
  if (isPlaced && form.getAttribute("current-image") === id) return;
  form.setAttribute("current-image", id);
  const own = slideOf(gallery, image.gallery_thumbnail_src);
  if (own) restoreFirst(gallery);
  else patchFirst(gallery, image);
  const slide = own ?? firstSlide(gallery);
  if (slide && !(isFirst && isMoved(gallery))) showSlide(gallery, slide);
  else pictureReplaced(gallery);
  settle(gallery);
}

/** Shows the product's own picture again. */
export function restoreImage(product: Element, form: HTMLFormElement): void {
  const gallery = product.querySelector<HTMLElement>(gallerySelector);
  if (!form.hasAttribute("current-image") || !gallery) return;
  form.removeAttribute("current-image");
  restoreFirst(gallery);
  const first = firstSlide(gallery);
  if (first) showSlide(gallery, first);
  settle(gallery);
}

function hasPicture(image: Partial<WireImage>): image is WireImage {
  return Boolean(image.src);
}

const slideSelector =
  ".woocommerce-product-gallery__image, .woocommerce-product-gallery__image--placeholder, .qcfw-checkout-product-image";

/** The slide that has this thumbnail by itself. */
function slideOf(gallery: HTMLElement, src: string): HTMLElement | undefined {
  const ownThumbnail = ({ dataset }: HTMLElement) => dataset.o_dataThumb ?? dataset.thumb;
  return [...gallery.querySelectorAll<HTMLElement>(slideSelector)].find((slide) => ownThumbnail(slide) === src);
}

function firstSlide(gallery: HTMLElement): HTMLElement | null {
  return gallery.querySelector<HTMLElement>(slideSelector);
}

type AttributeValue = string | number | false | undefined;

/** The attributes that scripts of the field read from the first slide, its link and its picture. */
function patchesOf(
  gallery: HTMLElement,
  image: WireImage | null,
): [Element | null | undefined, Record<string, AttributeValue>][] {
  const slide = firstSlide(gallery);
  return [
    [slide, { "data-thumb": image?.gallery_thumbnail_src }],
    [slide?.querySelector("a"), { href: image?.full_src }],
    [
      slide?.querySelector("img.wp-post-image, img"),
      {
        src: image?.src,
        height: image?.src_h,
        width: image?.src_w,
        srcset: image?.srcset,
        sizes: image?.sizes,
        title: image?.title,
        // A picture without words is still one of the product.
        alt: image?.alt || slide?.querySelector("img")?.dataset.o_alt || slide?.querySelector("img")?.alt,
        "data-caption": image?.caption,
        "data-src": image?.full_src,
        "data-large_image": image?.full_src,
        "data-large_image_width": image?.full_src_w,
        "data-large_image_height": image?.full_src_h,
      },
    ],
  ];
}

function patchFirst(gallery: HTMLElement, image: WireImage): void {
  for (const [element, attributes] of patchesOf(gallery, image)) {
    for (const [name, value] of Object.entries(attributes)) if (element) setKept(element, name, value);
  }
}

/** Sets an attribute and keeps what it was in data-o_{name}; "" stands for none, as in the field. */
function setKept(element: Element, name: string, value: AttributeValue): void {
  const kept = `data-o_${name}`;
  if (!element.hasAttribute(kept)) element.setAttribute(kept, element.getAttribute(name) ?? "");
  if (value === false || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}

function restoreFirst(gallery: HTMLElement): void {
  for (const [element, attributes] of patchesOf(gallery, null)) {
    for (const name of Object.keys(attributes)) {
      const original = element?.getAttribute(`data-o_${name}`);
      if (original === null || original === undefined) continue;
      if (original === "" && name !== "alt") element?.removeAttribute(name);
      else element?.setAttribute(name, original);
    }
  }
}

/** What measures the pictures hears of another one. */
function settle(gallery: HTMLElement): void {
  setTimeout(() => {
    window.dispatchEvent(new Event("resize"));
    dispatch(gallery, "woocommerce_gallery_init_zoom");
  }, 20);
}
