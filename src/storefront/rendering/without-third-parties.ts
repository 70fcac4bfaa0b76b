import type { StoreFacts } from "#http/cached-reads/store-facts.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { networkIds } from "#shop/tracking/network-sources.rules.ts";

/** Whether a shop's pages load scripts of other sites. */
export function hasThirdParties({ extra_script_urls, ...ids }: Settings): boolean {
  return extra_script_urls.length > 0 || Object.keys(networkIds(ids)).length > 0;
}

/**
 * Returns the facts for a page whose address has a secret: without anything that loads scripts of other sites, which could read
 * the address, and without attribution, which records it.
 */
export function withoutThirdParties(facts: StoreFacts, siteUrl: string): StoreFacts {
  return {
    ...facts,
    // Its puzzle may be one.
    footerForm: undefined,
    settings: {
      ...facts.settings,
      extra_script_urls: facts.settings.extra_script_urls.filter((url) => url.startsWith(`${siteUrl}/`)),
      extra_script_origins: [],
      meta_pixel_id: "",
      tiktok_pixel_id: "",
      pinterest_tag_id: "",
      snapchat_pixel_id: "",
      google_measurement_id: "",
      order_attribution: "no",
    },
  };
}
