import type { Translate } from "#messages/catalogue.ts";

/** The texts of a lightbox, which the page passes to its code. */
export type LightboxTexts = ReturnType<typeof textsOf>;

function textsOf(t: Translate, label: string, error: string) {
  return {
    label,
    close: t("lightbox.close"),
    previous: t("lightbox.previous"),
    next: t("lightbox.next"),
    zoom: t("lightbox.zoom"),
    fullScreen: t("lightbox.fullScreen"),
    counter: t("lightbox.counter", { number: "{number}", total: "{total}" }),
    error,
    openImage: t("lightbox.openImage"),
  };
}

/**
 * Returns the texts as JSON for a data attribute.
 * @param label names the dialog
 * @param error default: that of a product's gallery
 */
export function lightboxTexts(t: Translate, label: string, error = t("lightbox.failed")): string {
  return JSON.stringify(textsOf(t, label, error));
}
