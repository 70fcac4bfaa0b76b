import type { StoreFacts } from "#http/cached-reads/store-facts.ts";

/**
 * Returns the facts for a page whose address has a secret: without anything that loads scripts of other sites, which could read
 * the address, and without attribution, which records it.
 */
export function withoutThirdParties(facts: StoreFacts): StoreFacts {
  return {
    ...facts,
    // Its puzzle may be one.
    footerForm: undefined,
    settings: {
      ...facts.settings,
      extra_script_urls: [],
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
