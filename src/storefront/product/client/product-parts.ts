import { defineBuyBar } from "./buy-bar.ts";
import { defineGallery } from "./gallery/gallery.ts";
import { defineGalleryMedia } from "./gallery/gallery-media.ts";
import { defineGroupTotal } from "./group-total.ts";
import { defineChoiceButtons } from "./variation/choice-buttons.ts";

/** Defines the widgets of a product's page that do nothing before the shopper uses it. */
export function defineProductParts(): void {
  defineGallery();
  defineGalleryMedia();
  defineBuyBar();
  defineChoiceButtons();
  defineGroupTotal();
}
