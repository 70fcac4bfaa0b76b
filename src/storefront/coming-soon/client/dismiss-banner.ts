import { SiteApi } from "../../client/requests/site-api/site-api.ts";

/** Saves on the server that the banner was dismissed, and hides it even if saving fails. */
export async function dismissBanner(element: HTMLElement): Promise<void> {
  const banner = element.querySelector<HTMLElement>("#coming-soon-footer-banner");
  const { restUrl = "", restNonce = "" } =
    element.querySelector<HTMLElement>("a.coming-soon-footer-banner-dismiss")?.dataset ?? {};
  // "/wp-json/" and the rest.
  const [root = "", path = ""] = restUrl.split(/(?<=^\/[^/]+\/)/);
  const api = new SiteApi({ root: new URL(root, window.location.href).href, nonce: restNonce });
  try {
    await api.call({
      path,
      method: "POST",
      body: new URLSearchParams({ "woocommerce_meta[coming_soon_banner_dismissed]": "yes" }),
    });
  } catch (error) {
    reportError(error);
  }
  // The focus must not stay on a hidden element.
  if (element.contains(document.activeElement)) document.querySelector<HTMLElement>("#main")?.focus();
  if (banner) banner.hidden = true;
}
