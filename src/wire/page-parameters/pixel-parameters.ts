import { pixelNonce } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import type { ParameterContext } from "./page-parameters.ts";
import { isTestFor } from "./tracking-parameters.ts";

/**
 * Returns `fcaPcOptions`, which pixel scripts read, or null while no network is configured. No token is in it, only whether
 * there is one. Delays are in seconds. Source: wire notes 14.
 */
export function pixelParameters({ facts: { settings }, reader, nonce }: ParameterContext) {
  const pixels: readonly (readonly [id: string, ...types: string[]])[] = [
    [settings.meta_pixel_id, "Facebook Pixel", ...(settings.meta_secret_token ? ["Conversions API"] : [])],
    [settings.google_measurement_id, "GA4"],
    [settings.tiktok_pixel_id, "TikTok"],
    [settings.pinterest_tag_id, "Pinterest"],
    [settings.snapchat_pixel_id, "Snapchat"],
  ];
  const types = pixels.flatMap(([id, ...names]) => (id ? names : []));
  if (types.length === 0) return null;
  return {
    pixel_types: types,
    ajax_url: routes.siteCall(),
    debug: isTestFor(settings, reader),
    edd_currency: settings.pixel_currency,
    nonce: nonce(pixelNonce),
    utm_support: false,
    user_parameters: false,
    edd_enabled: false,
    edd_delay: 0,
    woo_enabled: true,
    woo_delay: settings.event_delay,
    video_enabled: true,
  };
}
