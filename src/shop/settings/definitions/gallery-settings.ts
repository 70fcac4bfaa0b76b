import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

/** Settings of the product page's pictures. */
export const gallerySettings = {
  zoom_enabled: setting(
    yesNo,
    "yes",
    "yes: product pictures that are wider than the gallery are enlarged under the mouse or after a tap.",
  ),
  photoswipe_enabled: setting(yesNo, "yes", "yes: product pictures open in a lightbox as large as the window."),
  flexslider_enabled: setting(
    yesNo,
    "yes",
    "yes: product pictures are a slider with thumbnails; no: all are shown, the first one large.",
  ),
} as const satisfies SettingDefinitions;
