import type PhotoSwipe from "photoswipe";
import type { LightboxTexts } from "../fragments/lightbox-texts.ts";
import { icon } from "./icon.ts";
import type { LightboxPicture } from "./lightbox.ts";

/** Parts of the interface that only some lightboxes have. */
export interface LightboxParts<Picture extends LightboxPicture> {
  /** Fills the element below the picture. Default: the picture's caption. */
  describe?: (picture: Picture, place: HTMLElement) => void;
  /** Height (px) of what `extend` adds below the picture. Ignored in windows that are too low for it. */
  bottom?: number;
  /** Adds further controls. */
  extend?: (lightbox: OpenedLightbox<Picture>) => void;
}

/** A lightbox that is being opened. Indexes are those of the pictures, whatever the text's direction. */
export interface OpenedLightbox<Picture extends LightboxPicture> {
  viewer: PhotoSwipe;
  dialog: HTMLDialogElement;
  pictures: readonly Picture[];
  texts: LightboxTexts;
  parts: LightboxParts<Picture>;
  /** Returns the index of the picture shown. */
  current: () => number;
  goTo: (index: number) => void;
}

/** Adds counter, full-screen button, caption and error message. */
export function addParts<Picture extends LightboxPicture>(lightbox: OpenedLightbox<Picture>): void {
  const { viewer, parts } = lightbox;
  viewer.on("uiRegister", () => {
    if (lightbox.pictures.length > 1) addCounter(lightbox);
    if (document.fullscreenEnabled) addFullScreen(lightbox);
    addCaption(lightbox);
    parts.extend?.(lightbox);
  });
  viewer.addFilter("contentErrorElement", (element, { data }) => {
    element.replaceChildren(...errorOf(lightbox.texts, data.src ?? ""));
    return element;
  });
}

/** Also announces the picture to screen readers. */
function addCounter<Picture extends LightboxPicture>({
  viewer,
  pictures,
  texts,
  current,
}: OpenedLightbox<Picture>): void {
  viewer.ui?.registerElement({
    name: "position",
    className: "pswp__counter",
    order: 5,
    onInit: (element) => {
      element.role = "status";
      viewer.on("change", () => {
        element.textContent = texts.counter
          .replace("{number}", String(current() + 1))
          .replace("{total}", String(pictures.length));
      });
    },
  });
}

function addFullScreen<Picture extends LightboxPicture>({ viewer, dialog, texts }: OpenedLightbox<Picture>): void {
  viewer.ui?.registerElement({
    name: "full-screen",
    title: texts.fullScreen,
    isButton: true,
    order: 11,
    html: icon("M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"),
    onInit: (button) => {
      const show = () => (button.ariaPressed = String(document.fullscreenElement === dialog));
      dialog.addEventListener("fullscreenchange", show);
      show();
    },
    onClick: () => {
      const change = document.fullscreenElement ? document.exitFullscreen() : dialog.requestFullscreen();
      // The browser may refuse, as the shopper told it to.
      change.catch(() => {});
    },
  });
}

function addCaption<Picture extends LightboxPicture>(lightbox: OpenedLightbox<Picture>): void {
  const { viewer, pictures, current, parts } = lightbox;
  viewer.ui?.registerElement({
    name: "lightbox-caption",
    appendTo: "root",
    order: 9,
    onInit: (element) => {
      viewer.on("change", () => {
        const picture = pictures[current()];
        element.replaceChildren();
        if (!picture) return;
        if (parts.describe) parts.describe(picture, element);
        else element.textContent = picture.caption;
      });
    },
  });
}

/** Returns the message of a picture that could not be loaded, with a link to it. */
function errorOf(texts: LightboxTexts, src: string): (Node | string)[] {
  const link = document.createElement("a");
  link.href = src;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = texts.openImage;
  return [texts.error, " ", link];
}
