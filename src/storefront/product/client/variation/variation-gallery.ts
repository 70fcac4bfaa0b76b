import { dispatch } from "../../../client/events.ts";
import { isMoved, showSlide, updateFullSizeLink } from "../gallery/strip.ts";
import type { WireImage, WireVariation } from "./variation-table.ts";

const gallerySelector = ".images, .qcfw-checkout-product-images";

/** Shows the pictures of chosen variations in the product's gallery. */
export class VariationGallery {
  readonly #product: Element;
  readonly #form: HTMLFormElement;
  /** Whether a picture was shown here; before that, the server may have rendered a linked variation's picture first. */
  #isUsed = false;

  constructor(product: Element, form: HTMLFormElement) {
    this.#product = product;
    this.#form = form;
  }

  /**
   * Shows a variation's picture: its own slide if the gallery has one, else in place of the first. At the first check
   * (`isFirst`), leaves the strip where the shopper has moved it.
   */
  show(variation: WireVariation, { isFirst }: { isFirst: boolean }): void {
    const image = variation.image as Partial<WireImage>;
    if (!hasPicture(image)) return this.restore();
    const id = String(variation.image_id);
    const gallery = this.#gallery();
    if (!gallery) return;
    const isCurrent = this.#form.getAttribute("current-image") === id;
    const isRendered = this.#isUsed || !gallery.querySelector("[data-o_src]");
    this.#isUsed = true;
    if (isRendered && isCurrent) return;
    this.#form.setAttribute("current-image", id);
    const own = slideOf(gallery, image.gallery_thumbnail_src);
    if (own) restoreFirst(gallery);
    else patchFirst(gallery, image);
    const slide = own ?? firstSlide(gallery);
    if (slide && !(isFirst && isMoved(gallery))) showSlide(gallery, slide);
    else updateFullSizeLink(gallery);
    announceChange(gallery);
  }

  /** Shows the product's own picture again. */
  restore(): void {
    const gallery = this.#gallery();
    if (!this.#form.hasAttribute("current-image") || !gallery) return;
    this.#form.removeAttribute("current-image");
    restoreFirst(gallery);
    const first = firstSlide(gallery);
    if (first) showSlide(gallery, first);
    announceChange(gallery);
  }

  #gallery(): HTMLElement | null {
    return this.#product.querySelector<HTMLElement>(gallerySelector);
  }
}

function hasPicture(image: Partial<WireImage>): image is WireImage {
  return Boolean(image.src);
}

const slideSelector =
  ".woocommerce-product-gallery__image, .woocommerce-product-gallery__image--placeholder, .qcfw-checkout-product-image";

/** Returns the slide that the server rendered with this thumbnail. Without the slider only the first one is large. */
function slideOf(gallery: HTMLElement, src: string): HTMLElement | undefined {
  if (gallery.matches(".gallery--all")) return undefined;
  const ownThumbnail = ({ dataset }: HTMLElement) => dataset.o_dataThumb ?? dataset.thumb;
  return [...gallery.querySelectorAll<HTMLElement>(slideSelector)].find((slide) => ownThumbnail(slide) === src);
}

function firstSlide(gallery: HTMLElement): HTMLElement | null {
  return gallery.querySelector<HTMLElement>(slideSelector);
}

type AttributeValue = string | number | false | undefined;

/** Returns the attributes that third-party scripts read from the first slide, its link, thumbnail and picture. */
function patchesOf(
  gallery: HTMLElement,
  image: WireImage | null,
): [Element | null | undefined, Record<string, AttributeValue>][] {
  const slide = firstSlide(gallery);
  return [
    [slide, { "data-thumb": image?.gallery_thumbnail_src }],
    [slide?.querySelector("a"), { href: image?.full_src }],
    [gallery.querySelector(".flex-control-nav img"), { src: image?.gallery_thumbnail_src }],
    [
      slide?.querySelector("img.wp-post-image, img"),
      {
        src: image?.src,
        height: image?.src_h,
        width: image?.src_w,
        srcset: image?.srcset,
        sizes: image?.sizes,
        title: image?.title,
        // Falls back to the product's own text.
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
    for (const [name, value] of Object.entries(attributes)) if (element) patch(element, name, value);
  }
}

/** Sets an attribute and stores its original value in data-o_{name}; "" if it had none, as in the protocol. */
function patch(element: Element, name: string, value: AttributeValue): void {
  const stored = `data-o_${name}`;
  if (!element.hasAttribute(stored)) element.setAttribute(stored, element.getAttribute(name) ?? "");
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

/** Tells scripts that measure pictures that one has changed. */
function announceChange(gallery: HTMLElement): void {
  setTimeout(() => {
    window.dispatchEvent(new Event("resize"));
    dispatch(gallery, "woocommerce_gallery_init_zoom");
  }, 20);
}
