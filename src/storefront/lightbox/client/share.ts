import { announce } from "../../client/announce.ts";
import type { ShareTexts } from "../fragments/share-texts.ts";
import { icon } from "./icon.ts";
import type { OpenedLightbox } from "./lightbox-parts.ts";
import type { LinkedImage } from "./linked-images.ts";

/** Adds a button that opens the device's share sheet, or a menu where the browser has none. */
export function addShare({ viewer, dialog, pictures, current }: OpenedLightbox<LinkedImage>, texts: ShareTexts): void {
  const menu = document.createElement("div");
  menu.className = "lightbox-share";
  menu.popover = "auto";
  viewer.on("afterInit", () => dialog.append(menu));
  viewer.on("change", () => {
    if (menu.matches(":popover-open")) menu.hidePopover();
  });
  viewer.ui?.registerElement({
    name: "share",
    title: texts.share,
    isButton: true,
    order: 12,
    html: icon("M12 15V4M8 8l4-4 4 4M6 12H5v8h14v-8h-1"),
    onInit: (button) => {
      if (button instanceof HTMLButtonElement) button.popoverTargetElement = menu;
    },
    onClick: (event) => {
      const picture = pictures[current()];
      if (!picture) return;
      menu.replaceChildren(...entriesOf(picture, texts));
      const sheet = { title: picture.title || document.title, url: picture.src };
      if (!navigator.canShare?.(sheet)) return;
      event.preventDefault();
      // The shopper may close the sheet.
      navigator.share(sheet).catch(() => {});
    },
  });
}

function entriesOf({ src, title }: LinkedImage, texts: ShareTexts): HTMLElement[] {
  const copy = document.createElement("button");
  copy.type = "button";
  copy.textContent = texts.copy;
  const onClick = async () => {
    const text = (await isCopied(src)) ? texts.copied : texts.notCopied;
    copy.textContent = text;
    announce(text);
  };
  copy.addEventListener("click", () => void onClick());
  const download = linkTo(src, texts.download);
  download.download = "";
  return [
    copy,
    linkTo(`https://wa.me/?${new URLSearchParams({ text: title ? `${title} ${src}` : src })}`, texts.whatsApp),
    linkTo(`https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: src })}`, texts.facebook),
    download,
  ];
}

/** Copies a text. @returns false if the browser refuses, or knows no clipboard as on addresses without TLS */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function linkTo(href: string, text: string): HTMLAnchorElement {
  const link = document.createElement("a");
  return Object.assign(link, { href, textContent: text, target: "_blank", rel: "noopener noreferrer" });
}
