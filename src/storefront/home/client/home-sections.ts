import { defineWidget } from "../../client/widget.ts";
import { startBackdrop } from "./backdrop.ts";
import { startCarousel } from "./carousel.ts";

/** Defines `<shop-backdrop>` and `<shop-carousel>`. */
export function defineHomeSections(): void {
  defineWidget("shop-backdrop", startBackdrop);
  defineWidget("shop-carousel", startCarousel);
}
