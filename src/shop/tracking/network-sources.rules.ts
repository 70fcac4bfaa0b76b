import type { Settings } from "../settings/setting-definitions.ts";
import type { NetworkName } from "./networks/networks.rules.ts";

/** The settings that name a shop's ids at the networks. */
export type NetworkIds = Pick<
  Settings,
  "meta_pixel_id" | "tiktok_pixel_id" | "pinterest_tag_id" | "snapchat_pixel_id" | "google_measurement_id"
>;

/**
 * What each network's script loads, as lines of `csp_additions`.
 * Source: Meta's, TikTok's, Pinterest's and Snapchat's set-up guides, Google's "Use Tag Manager with a CSP" for Analytics.
 */
const sources: Readonly<Record<NetworkName, readonly string[]>> = {
  meta: [
    "script-src https://connect.facebook.net",
    "connect-src https://www.facebook.com https://connect.facebook.net",
    "img-src https://www.facebook.com",
    "frame-src https://www.facebook.com",
  ],
  tiktok: [
    "script-src https://analytics.tiktok.com",
    "connect-src https://analytics.tiktok.com",
    "img-src https://analytics.tiktok.com",
  ],
  pinterest: [
    "script-src https://s.pinimg.com https://ct.pinterest.com",
    "connect-src https://ct.pinterest.com",
    "img-src https://ct.pinterest.com",
    "frame-src https://ct.pinterest.com",
  ],
  snapchat: [
    "script-src https://sc-static.net https://tr.snapchat.com",
    "connect-src https://tr.snapchat.com",
    "img-src https://tr.snapchat.com",
    "frame-src https://tr.snapchat.com",
  ],
  google: [
    "script-src https://*.googletagmanager.com",
    "connect-src https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
    "img-src https://*.google-analytics.com https://*.googletagmanager.com",
  ],
};

/** Returns the shop's ids at the configured networks, by network. */
export function networkIds(settings: NetworkIds): Readonly<Partial<Record<NetworkName, string>>> {
  const ids: Record<NetworkName, string> = {
    meta: settings.meta_pixel_id,
    tiktok: settings.tiktok_pixel_id,
    pinterest: settings.pinterest_tag_id,
    snapchat: settings.snapchat_pixel_id,
    google: settings.google_measurement_id,
  };
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== ""));
}

/** Returns lines of `csp_additions` that let pages load the configured networks. */
export function networkSources(settings: NetworkIds): readonly string[] {
  return Object.keys(networkIds(settings)).flatMap((name) => sources[name as NetworkName]);
}
