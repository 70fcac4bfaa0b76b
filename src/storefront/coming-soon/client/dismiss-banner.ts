import { postToSite } from "../../client/requests/site-api.ts";

/** Saves on the server that the banner was dismissed, and hides it even if saving fails. */
export async function dismissBanner(element: HTMLElement): Promise<void> {
  const banner = element.querySelector<HTMLElement>("#coming-soon-footer-banner");
  const { restUrl = "", restNonce = "" } =
    element.querySelector<HTMLElement>("a.coming-soon-footer-banner-dismiss")?.dataset ?? {};
  try {
    await postToSite(restUrl, restNonce, { "woocommerce_meta[coming_soon_banner_dismissed]": "yes" });
  } catch (error) {
    reportError(error);
  }
  // The focus must not stay on a hidden element.
  if (element.contains(document.activeElement)) document.querySelector<HTMLElement>("#main")?.focus();
  if (banner) banner.hidden = true;
}
