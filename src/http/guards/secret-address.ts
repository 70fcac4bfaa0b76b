import { patterns, routes } from "#routes";
import type { StoreFacts } from "../cached-reads/store-facts.ts";

/**
 * Parameters that give whoever knows them a right, by how the paths of their pages begin. They are in mailed links. None of
 * these pages is cached.
 */
const secrets: readonly (readonly [path: string, ...parameters: string[]])[] = [
  [routes.newsletter(), "confirm", "preferences", "stop"],
  [routes.wishlistAlerts(), "confirm", "stop"],
  [routes.marketing(), "cart", "stop"],
  [routes.lostPassword(), "token"],
  [routes.confirmAccount(), "token"],
  [routes.confirmEmail(), "token"],
  [beginningOf(patterns.orderReceived), "key"],
  [beginningOf(patterns.orderDownloads), "signature"],
  [beginningOf(patterns.downloadFile), "signature"],
  [beginningOf(patterns.messageFile), "signature"],
  [beginningOf(patterns.reviewPicture), "signature"],
];

/** Returns the part of a URL pattern before its parameter. */
function beginningOf(pattern: string): string {
  return pattern.replace(/[:*].*/, "");
}

/** Returns whether a site-relative URL contains a secret, which no other site and no statistics may learn. */
export function hasSecret(url: string): boolean {
  const mark = url.indexOf("?");
  if (mark < 0) return false;
  const found = secrets.find(([path]) => url.startsWith(path));
  if (!found) return false;
  const given = new URLSearchParams(url.slice(mark));
  return found.slice(1).some((name) => given.has(name));
}

/** Returns a site-relative URL without its query if it has a secret. */
export function withoutSecret(url: string): string {
  return hasSecret(url) ? (url.split("?", 1)[0] ?? "/") : url;
}

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
