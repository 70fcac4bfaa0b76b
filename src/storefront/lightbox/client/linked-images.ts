import type { ShareTexts } from "../fragments/share-texts.ts";
import { type LightboxPicture, openLightbox } from "./lightbox.ts";
import { measurePictures } from "./measure-pictures.ts";
import { addShare } from "./share.ts";
import { addThumbnails, maxThumbnails, stripSize } from "./thumbnails.ts";

export interface LinkedImage extends LightboxPicture {
  title: string;
  description: string;
  /** Address of a small version. */
  thumbnail: string;
}

interface Series {
  links: readonly HTMLAnchorElement[];
  /** The link to the image that is shown first. */
  opener: HTMLAnchorElement;
}

/** Opens the images that links lead to. @param element has the texts */
export function openLinkedImages(element: HTMLElement, { links, opener }: Series): void {
  const hasThumbnails = links.length > 1 && links.length <= maxThumbnails;
  openLightbox<LinkedImage>({
    pictures: links.map(linkedImage),
    at: Math.max(links.indexOf(opener), 0),
    opener,
    texts: element.dataset.lightbox ?? "{}",
    parts: {
      bottom: hasThumbnails ? stripSize : 0,
      describe,
      extend: (lightbox) => {
        measurePictures(lightbox.viewer);
        addShare(lightbox, JSON.parse(element.dataset.share ?? "{}") as ShareTexts);
        if (hasThumbnails) addThumbnails(lightbox, element.dataset.thumbnail ?? "");
      },
    },
  });
}

/** Returns the image of a link. Its size is only a guess, from the picture in the link. */
function linkedImage(link: HTMLAnchorElement): LinkedImage {
  const image = link.querySelector("img");
  const { elementorLightboxTitle: title, elementorLightboxDescription: description } = link.dataset;
  const ratio = image && image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : 0.75;
  return {
    src: link.href,
    width: 1600,
    height: Math.round(1600 * ratio),
    alt: image?.alt || link.textContent.trim(),
    caption: "",
    title: title ?? (image?.title || link.title),
    description: description ?? captionOf(link),
    thumbnail: image?.currentSrc || link.href,
  };
}

/** Returns the caption of a figure with this one link. */
function captionOf(link: HTMLAnchorElement): string {
  const figure = link.closest("figure");
  const isOnly = figure?.querySelectorAll("a[href]:has(img)").length === 1;
  return (isOnly && figure.querySelector("figcaption")?.textContent.trim()) || "";
}

function describe({ title, description }: LinkedImage, place: HTMLElement): void {
  const lines = [["lightbox-title", title] as const, ["lightbox-description", description] as const];
  for (const [className, text] of lines) {
    if (!text) continue;
    place.append(Object.assign(document.createElement("p"), { className, dir: "auto", textContent: text }));
  }
}
