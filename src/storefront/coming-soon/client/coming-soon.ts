/** Dismisses the managers' banner: saves that on the server and hides the banner even if saving fails. */
export function startComingSoon(): void {
  const banner = document.querySelector<HTMLElement>("#coming-soon-footer-banner");
  const dismiss = banner?.querySelector<HTMLElement>("a.coming-soon-footer-banner-dismiss");
  if (!banner || !dismiss) return;
  dismiss.addEventListener("click", (event) => {
    event.preventDefault();
    const { restUrl = "", restNonce = "" } = dismiss.dataset;
    import("../../client/site-api.ts")
      .then(({ postToSite }) =>
        postToSite(restUrl, restNonce, { "woocommerce_meta[coming_soon_banner_dismissed]": "yes" }),
      )
      .catch(reportError)
      .finally(() => {
        // The focus must not stay on a hidden element.
        if (banner.contains(document.activeElement)) document.querySelector<HTMLElement>("#main")?.focus();
        banner.hidden = true;
      });
  });
  dismiss.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    dismiss.click();
  });
}
