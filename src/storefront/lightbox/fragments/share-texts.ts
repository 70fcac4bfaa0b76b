import type { Translate } from "#messages/catalogue.ts";

/** The texts of a lightbox's share menu. */
export type ShareTexts = ReturnType<typeof shareTexts>;

export function shareTexts(t: Translate) {
  return {
    share: t("lightbox.share"),
    whatsApp: t("lightbox.shareWhatsApp"),
    facebook: t("lightbox.shareFacebook"),
    copy: t("lightbox.copyLink"),
    copied: t("lightbox.copied"),
    notCopied: t("lightbox.notCopied"),
    download: t("lightbox.download"),
  };
}
